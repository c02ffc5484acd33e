import { texts } from "../support/texts.js";
import { describe, expect, it } from "vitest";
import { readSent, type AcceptedArguments } from "../../src/arguments/read-sent.js";
import { priceHistory } from "../../src/capabilities/prices/price-history.js";
import { viewShape } from "../../src/views/view.js";

const STRICT: AcceptedArguments = { own: viewShape(priceHistory), ignored: [], isLenient: false };
const LENIENT: AcceptedArguments = { ...STRICT, isLenient: true };
const read = (sent: Record<string, unknown>, taken: AcceptedArguments) => readSent(priceHistory, sent, taken, []);

describe("the pass over a caller's arguments", () => {
  it("reads a lenient surface's names and values as models know them", () => {
    const { input, view, given } = read({ ticker: "aapl", period: "1 year", limit: "3", interval: "null" }, LENIENT);
    expect(input).toEqual({ symbol: "AAPL", range: "1y", adjusted: "splits" });
    expect(texts(view)).toEqual({
      limit: 3,
      readAs: ['"period" was read as range 1y.', "Taken as not given: interval."],
    });
    expect(given).toEqual({ symbol: "aapl", range: "1y", limit: 3 });
  });

  it("reads a strict surface's texts as values, with neither other names nor other forms", () => {
    const { input, view } = read({ symbol: "aapl", range: "1Y", limit: "3", interval: "" }, STRICT);
    expect(input).toEqual({ symbol: "AAPL", range: "1y", adjusted: "splits" });
    expect(texts(view)).toEqual({ limit: 3, readAs: ["Taken as not given: interval."] });
    expect(() => read({ ticker: "AAPL" }, STRICT)).toThrow('Unknown parameter "ticker"');
    expect(() => read({ symbol: "AAPL", range: "1 year" }, STRICT)).toThrow(/"range": got "1 year"/);
    expect(() => read({ symbol: "AAPL", limit: "1k" }, STRICT)).toThrow(/"limit": got "1k"/);
  });

  it.each([
    [{ symbol: 7 }, /"symbol": got 7/],
    [{ symbol: "AAPL", limit: "5.0" }, /"limit": got "5\.0"/],
    [{ symbol: "AAPL", from_: "2026-01-02" }, 'Unknown parameter "from_"'],
    [{ symbol: "AAPL", ticker: "AAPL" }, 'Unknown parameter "ticker"'],
    [{ symbol: "AAPL", fields: "all" }, /"fields"/],
    [{ symbol: "AAPL", interval: "PT1H" }, /"interval": got "PT1H"/],
    [{ symbol: "AAPL", random_string: "x" }, 'Unknown parameter "random_string"'],
  ])("refuses %j of a strict surface, which a lenient one reads", (sent, message) => {
    expect(() => read(sent, STRICT)).toThrow(message);
    expect(() => read(sent, { ...LENIENT, ignored: ["random_string"] })).not.toThrow();
  });

  it("drops what has no meaning before names are read", () => {
    const sent = { ticker: "AAPL", since: "a session", from: null };
    expect(read(sent, { ...LENIENT, ignored: ["since"] }).input).toEqual({ symbol: "AAPL", adjusted: "splits" });
    expect(() => read(sent, LENIENT)).toThrow(/"from": got "a session"/);
  });
});
