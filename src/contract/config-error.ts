/** A setting or a file of settings that cannot be used; its message is one line for a person. */
export class ConfigError extends Error {}
