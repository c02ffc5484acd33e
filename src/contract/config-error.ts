/** A setting or settings file that cannot be used; the message is one line for a person. */
export class ConfigError extends Error {}
