/** From the text of a variable to a value that can be used, or a sentence that says what it must be. */
import { ConfigError } from "../contract/config-error.js";

export type Environment = Readonly<Record<string, string | undefined>>;
export type Reader = ReturnType<typeof createReader>;

/** Reads variables by name; each way to read throws a {@link ConfigError} that names the variable, never its value. */
export function createReader(env: Environment) {
  /** Set and meant: a bundle's unfilled `${user_config.x}` counts as not set. */
  function text(name: string): string | undefined {
    const value = env[name]?.trim();
    return value === undefined || value === "" || /^\$\{[\w.]+\}$/.test(value) ? undefined : value;
  }

  return {
    text,
    whole(name: string, fallback: number, min: number, max: number, flag?: string): number {
      const value = flag ?? text(name);
      if (value === undefined) return fallback;
      const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
      if (number >= min && number <= max) return number;
      throw new ConfigError(`${name} must be a whole number from ${min} to ${max}.`);
    },
    choice<T extends string>(name: string, allowed: readonly T[], fallback: T): T {
      const value = text(name);
      if (value === undefined) return fallback;
      const match = allowed.find((one) => one === value.toLowerCase());
      if (match !== undefined) return match;
      throw new ConfigError(`${name} must be one of ${allowed.join(", ")}.`);
    },
    toggle(name: string, fallback: boolean): boolean {
      const value = text(name)?.toLowerCase();
      if (value === undefined) return fallback;
      if (["1", "true", "on", "yes"].includes(value)) return true;
      if (["0", "false", "off", "no"].includes(value)) return false;
      throw new ConfigError(`${name} must be on or off.`);
    },
    list(name: string): string[] {
      return (text(name) ?? "")
        .split(",")
        .map((item) => item.trim())
        .filter(Boolean);
    },
    /** An upstream's address: https, or http on this machine; nothing secret in it. */
    url(name: string, fallback: string): string {
      const value = text(name) ?? fallback;
      const url = URL.canParse(value) ? new URL(value) : undefined;
      const allowed = url && (url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname)));
      if (!allowed || url.username || url.password || url.search || url.hash) {
        throw new ConfigError(
          `${name} must be an https address (http on this machine) without user, query or fragment.`,
        );
      }
      return value.replace(/\/+$/, "");
    },
  };
}

/** Whether a host name means this machine. */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);
}
