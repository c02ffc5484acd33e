/** The code of an option contract in place of a symbol: the refusal has the call that is answered with the contract. */
import type { Entry } from "../contract/entry.js";
import { NO_CONTRACT } from "../contract/fields.js";
import { invalidInput, quoted } from "../contract/input.js";
import { readOptionCode } from "../contract/symbols/option-code.js";

/** The capability with the contracts of a security, and as many strikes as a tool's answer can have. */
const [CHAIN, STRIKES] = ["options-chain", "60"];

/**
 * Refuses the code of an option contract as the only symbol. In a list of several it gets a row of its own.
 *
 * @throws {MarketDataError} `invalid_input`, with the call for the contract if the catalogue has option chains.
 */
export function refuseOptionCode(given: Readonly<Record<string, unknown>>, catalogue: readonly Entry[]): void {
  const { symbol, symbols } = given;
  const [name, asked]: [string, unknown] =
    Array.isArray(symbols) && symbols.length === 1 ? ["symbols", symbols[0]] : ["symbol", symbol];
  const option = typeof asked === "string" ? readOptionCode(asked) : undefined;
  if (option === undefined) return;
  const { strike, root, ...contract } = option;
  const chain = catalogue.find(({ capability }) => capability.name === CHAIN);
  const hint = chain && {
    tool: chain.capability.tool.name,
    why: `has it at the strike ${strike}`,
    given: { ...contract, strikes: STRIKES, ...(root === undefined ? {} : { root }) },
  };
  throw invalidInput(`Invalid "${name}": got ${quoted(asked)}. Allowed: ${NO_CONTRACT}.`, hint);
}
