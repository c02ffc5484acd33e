/** The rows of an answer that say why a requested symbol has no figures. */
import type { Capability } from "../contract/capability.js";
import type { Served } from "../contract/envelope.js";
import type { SourceNames } from "./source-names.js";

/** Returns the answer with the vendors' names in the sentences about symbols that failed. */
export function withVendors({ tool }: Capability, served: Served, names: SourceNames): Served {
  const { envelope } = served;
  const failed = tool.rows?.failed;
  const rows = failed === undefined ? [] : (envelope.body[failed] as readonly { error: string }[]);
  if (failed === undefined || rows.length === 0) return served;
  const named = rows.map((row) => ({ ...row, error: names.inSentence(row.error) }));
  return { ...served, envelope: { ...envelope, body: { ...envelope.body, [failed]: named } } };
}
