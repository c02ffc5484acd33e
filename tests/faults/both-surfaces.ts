/** Asks one question over REST, and then by its tool over MCP. */
import { expect } from "vitest";
import type { RestAnswer, Stage, ToolAnswer } from "../support/stage.js";

export interface BothAnswers {
  rest: RestAnswer;
  tool: ToolAnswer;
}

/** Asks over both surfaces. */
export async function askBoth(
  { get, call }: Pick<Stage, "get" | "call">,
  path: string,
  tool: string,
  args: Record<string, unknown> = {},
): Promise<BothAnswers> {
  // One after the other, so that upstream calls can be counted.
  const rest = await get(path);
  return { rest, tool: await call(tool, args) };
}

/** Asks for a quote over both surfaces. */
export const quoteBoth = (stage: Pick<Stage, "get" | "call">, symbol: string) =>
  askBoth(stage, `/stock/${symbol}`, "provider_a_get_stock_quote", { symbol });

/** Expects the same body on both surfaces. */
export function expectServed({ rest, tool }: BothAnswers): void {
  expect([rest.status, rest.body["error"]]).toEqual([200, undefined]);
  const { note: _note, stale: _stale, ...body } = tool.structured ?? {};
  expect(body).toEqual(rest.body);
  expect(tool.texts).toEqual([JSON.stringify(tool.structured)]);
}

/** Expects the same failure on both surfaces, in our own words: the REST body, and a tool error without content. */
export function expectFailed(
  { rest, tool }: BothAnswers,
  status: number,
  kind: string,
  body: Record<string, unknown>,
): void {
  expect([rest.status, rest.body]).toEqual([status, body]);
  expect(tool.isError).toBe(true);
  expect(tool.structured).toBeUndefined();
  expect(tool.error).toMatchObject({ status, kind, body });
}

/** Expects both surfaces to report that provider A failed, and why. */
export function expectNoQuote(answers: BothAnswers, symbol: string, why: string): void {
  expectFailed(answers, 500, "upstream_unavailable", {
    error: "Market data unavailable",
    detail: expect.stringMatching(
      new RegExp(`^Stock quote of ${symbol}: Financial Modeling Prep \\(provider A\\) ${why}\\b`),
    ),
  });
}
