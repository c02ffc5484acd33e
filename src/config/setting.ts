/** One row of the table of settings. */
import type { z } from "../contract/schema.js";

export type Environment = Readonly<Record<string, string | undefined>>;

/** One setting. `value` converts its text; a missing setting gets `default`, which may depend on the environment. */
export interface Setting<V = unknown> {
  variable: string;
  /** Whether other libraries read the variable themselves, so that it has no longer name. */
  isForeign?: true;
  /**
   * Command line flag without the dashes; one with `implies` takes no value and means this text.
   */
  flag?: { name: string; implies?: string };
  value: z.ZodType<NonNullable<V>, z.ZodTypeDef, string>;
  default: V | ((env: Environment) => V);
  /** The default as text, if the value itself is less clear. */
  shown?: string;
  /** One line for people, with Markdown code marks. */
  meaning: string;
  /** Whether other programs use the same variable: a value that is not one of ours is ignored with a warning. */
  common?: true;
  /** Whether only a server over HTTP uses the setting: over stdio an invalid value is ignored with a warning. */
  onlyHttp?: true;
  /** Whether an empty value is read like any other; of other settings it counts as not set. */
  readsEmpty?: true;
  /** Never printed, and marked as a secret in manifests. */
  secret?: true;
}

const PREFIX = "MARKET_DATA_";

/**
 * Returns the longer name of a setting's variable, which comes first and is always strict: platforms and other programs
 * use the short one, too.
 */
export function longNameOf({ variable, isForeign }: Pick<Setting, "variable" | "isForeign">): string | undefined {
  return isForeign ? undefined : PREFIX + variable;
}

/** The type of a setting's value. */
export type ValueOf<S> = S extends Setting<infer V> ? V : never;

/** Declares a setting with a default, or one that may be undefined. */
export function row<T>(setting: Row<T> & { default: NoInfer<T> | ((env: Environment) => NoInfer<T>) }): Setting<T>;
export function row<T>(setting: Row<T> & { default: undefined }): Setting<T | undefined>;
export function row(setting: Setting): Setting {
  return setting;
}

type Row<T> = Omit<Setting, "value" | "default"> & { value: z.ZodType<T, z.ZodTypeDef, string> };

/** Returns the default as text for people. */
export function shownDefault({ default: value, shown }: Setting): string {
  if (shown !== undefined) return shown;
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return "none";
  if (typeof value === "boolean") return value ? "on" : "off";
  return String(value);
}
