/** Answers a question about several symbols so that each has its row, also those that cannot be asked for. */
import { MarketDataError } from "../contract/errors.js";
import type { Served } from "../contract/envelope.js";
import { whyNoSymbol } from "../contract/fields.js";
import { takesHoldings } from "../contract/holdings.js";
import { invalidInput, quoted } from "../contract/input.js";
import { serveOwn } from "../contract/own-answer.js";
import { say, the } from "../contract/sentence.js";
import { SELF } from "../contract/provider-id.js";
import type { Question } from "../contract/question.js";
import type { Row } from "./rows.js";

const NO_ANSWER = say`None of these symbols has an answer; ${the.field("errors")} says why.`;

/**
 * Returns the answer to the symbols of the list that have the form of one, each asked for once, with a row for each other
 * item. `keepsRows` says that a caller who asked for nothing else gets rows, too, as a spreadsheet needs them.
 *
 * @throws {MarketDataError} `invalid_input` or `not_found` if no item can be answered and `keepsRows` is `false`.
 */
export async function answerEachSymbol(
  { entry: { capability }, input }: Question,
  keepsRows: boolean,
  answer: (input: Question["input"]) => Promise<Served>,
): Promise<Served> {
  const { rows } = capability.tool;
  const { symbols } = input as { symbols?: readonly string[] };
  if (rows?.failed === undefined || !symbols) return answer(input);
  const items = [...new Set(symbols)];
  const asked = items.filter((item) => whyNoSymbol(item) === undefined);
  if (asked.length === symbols.length) return answered(asked);
  if (asked.length === 0 && !keepsRows) {
    throw invalidInput(`Invalid "symbols": got ${quoted(symbols)}. ${whyNoSymbol(symbols[0]!)}`);
  }
  return inOrder(asked.length === 0 ? withoutAnswer([]) : await answered(asked));

  async function answered(some: readonly string[]): Promise<Served> {
    try {
      return await answer({ ...input, symbols: some });
    } catch (error) {
      if (!keepsRows || !(error instanceof MarketDataError) || error.kind !== "not_found") throw error;
      const why =
        some.length === 1
          ? error.sentence
          : "No source that was asked knows it. A search by name or ISIN finds symbols.";
      // Of several symbols the sentence names all, so that it stands once, beside the rows.
      const note = some.length === 1 ? NO_ANSWER : error.sentence;
      return withoutAnswer(
        some.map((symbol) => ({ symbol, error: why, source: SELF })),
        note,
      );
    }
  }

  function withoutAnswer(failed: readonly Row[], note = NO_ANSWER): Served {
    return serveOwn(capability, { [rows!.list]: [], [rows!.failed!]: failed, notes: [note] }, Date.now());
  }

  /** Returns the answer with its rows in the order of the items, a row for each that could not be asked for. */
  function inOrder(served: Served): Served {
    const { body } = served.envelope;
    const { list, failed } = rows!;
    const found = body[list] as readonly Row[];
    const others = (body[failed!] as readonly Row[]).concat(
      items.flatMap((symbol) => {
        const error = whyNoSymbol(symbol);
        return error === undefined ? [] : [{ symbol, error, source: SELF }];
      }),
    );
    const ordered = (of: readonly Row[]) => symbols!.flatMap((item) => of.filter(({ symbol }) => symbol === item));
    const shown = takesHoldings(capability.input.shape)
      ? { [list]: ordered(found), [failed!]: ordered(others) }
      : { [failed!]: others };
    return { ...served, envelope: { ...served.envelope, body: { ...body, ...shown } } };
  }
}
