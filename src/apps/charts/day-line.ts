/** The line of the latest session, below a quote; asked through the host. */
import { numberIn, recordIn, textIn, type Answer } from "../parts/answer.js";
import { dotted, html } from "../parts/elements.js";
import { ALL_BARS, barsOf, describe, HISTORY_TOOL, nameDate, zoneWords } from "./history-data.js";
import { historyPanels, type Bar } from "./history-chart.js";
import type { PictureContext } from "../parts/picture.js";
import { timeChart } from "./time-chart.js";

const HEIGHT = 110;

/** Returns the place of the line, which stays empty if the host allows no calls or the session has no bars. */
export function dayLine(quote: Answer, context: PictureContext): HTMLElement | null {
  if (!context.mayAsk) return null;
  const place = html("div", { class: "stack" });
  draw(quote, place, context).catch(() => {});
  return place;
}

/** Returns the bars with the price of the quote, which is above them, at their end, unless they are newer than it. */
function endingIn({ body, asOf }: Answer, bars: readonly Bar[]): Bar[] {
  const [price, last] = [numberIn(body, "price"), bars.at(-1)!];
  const isNewer = asOf !== null && Date.parse(asOf) >= Date.parse(last.date);
  return price !== null && isNewer ? [...bars.slice(0, -1), { ...last, close: price }] : [...bars];
}

/** Returns the time zone of the line; `null` where the host allows or answers no call, or the answer does not say it. */
export async function zoneOfLine(symbol: string, { ask, mayAsk }: PictureContext): Promise<string | null> {
  const answer = mayAsk ? await ask(HISTORY_TOOL, sessionOf(symbol)).catch(() => null) : null;
  return answer && textIn(answer.body, "timezone");
}

/** Returns the question for the bars of the latest session. */
const sessionOf = (symbol: string | null) => ({ symbol, range: "1d", ...ALL_BARS });

async function draw(quote: Answer, place: HTMLElement, { ask, formats }: PictureContext): Promise<void> {
  const symbol = textIn(quote.body, "symbol");
  const { body } = await ask(HISTORY_TOOL, sessionOf(symbol));
  const received = barsOf(body);
  if (received.length < 2) return;
  const bars = endingIn(quote, received);
  const isLastComplete = body["lastBarComplete"] !== false;
  const base = numberIn(recordIn(recordIn(body, "summary"), "base"), "close");
  const [panel] = historyPanels(bars, [], { style: "line", isLastComplete, formats, base });
  const readout = html("p", { class: "key" });
  const toText = (index: number) =>
    dotted(
      `${nameDate(bars[index]!.date, "", formats)}: ${formats.price(bars[index]!.close)}`,
      base === null ? null : `dashed: previous close ${formats.price(base)}`,
      zoneWords(body),
    );
  const drawn = timeChart({
    title: "Latest session",
    description: describe(body, bars, [], formats),
    dates: bars.map(({ date }) => date),
    panels: [{ ...panel!, height: HEIGHT }],
    formats,
    toText,
    onBar: (index) => readout.replaceChildren(toText(index)),
  });
  place.append(drawn, readout);
}
