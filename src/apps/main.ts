/** The page's script: waits for the host's answer and draws it. */
import { isPair } from "../contract/currency.js";
import { parseJson } from "../lib/parse-json.js";
import type { Names } from "./parts/vendors.js";
import type { PictureName } from "../contract/pictures.js";
import { rateDecimals } from "../lib/human-number.js";
import { numberIn, readAnswer, recordIn, textIn, type Answer, type Fields } from "./parts/answer.js";
import { connectToHost } from "./bridge.js";
import { companyName } from "./parts/company-name.js";
import { drawAgenda } from "./pictures/agenda.js";
import { drawComparison } from "./pictures/comparison.js";
import { drawDividends } from "./pictures/dividends.js";
import { drawEarnings } from "./pictures/earnings.js";
import { createFold } from "./parts/fold.js";
import { framed, sentence } from "./parts/frame.js";
import { drawFund } from "./pictures/fund.js";
import { drawHistory } from "./pictures/history.js";
import { drawHolders } from "./pictures/holders.js";
import { drawIndicators } from "./pictures/indicators.js";
import { drawInsiders } from "./pictures/insiders.js";
import { drawScreener } from "./pictures/screener.js";
import { drawSeries } from "./pictures/series.js";
import { drawStatistics } from "./pictures/statistics.js";
import { drawMovers } from "./pictures/movers.js";
import { drawOptions } from "./pictures/options.js";
import type { Draw, PictureContext } from "./parts/picture.js";
import { drawPortfolio } from "./pictures/portfolio.js";
import { drawQuote } from "./pictures/quote.js";
import { drawStatements } from "./pictures/statements.js";
import { drawSummary } from "./pictures/summary.js";
import { drawTargets } from "./pictures/targets.js";
import { applyTheme } from "./theme.js";
import { changeFormats, createFormats, withDecimals, type Formats } from "./parts/format.js";

const PICTURES: Readonly<Record<PictureName, Draw>> = {
  quote: drawQuote,
  targets: drawTargets,
  statements: drawStatements,
  movers: drawMovers,
  history: drawHistory,
  indicators: drawIndicators,
  earnings: drawEarnings,
  dividends: drawDividends,
  statistics: drawStatistics,
  summary: drawSummary,
  agenda: drawAgenda,
  insiders: drawInsiders,
  holders: drawHolders,
  portfolio: drawPortfolio,
  fund: drawFund,
  options: drawOptions,
  comparison: drawComparison,
  screener: drawScreener,
  series: drawSeries,
};

const root = document.documentElement;
/** The names of the providers, and whether their market is simulated, which the server writes into the page. */
const { vendors = "", simulated } = root.dataset;
const read = (result: unknown) => readAnswer(result, parseJson(vendors) as Names | undefined, simulated !== undefined);
const place = document.querySelector("main")!;
const draw = Object.entries(PICTURES).find(([name]) => name === root.dataset["picture"])?.[1];

const reader: { locale?: string; timeZone?: string } = {};
const fold = createFold(place);
/** How the host shows the picture: `inline`, `fullscreen`, `pip`. */
let mode: unknown;
let input: Fields = {};
/**
 * Number of answers that have arrived, been cancelled or been requested to replace the picture; only the latest is
 * drawn.
 */
let answers = 0;
/** Draws the latest result; called again when the reader's language changes. */
let show = () => place.replaceChildren(...sentence(waitingFor(input)));

const host = connectToHost(window.parent, "1", {
  onContext(context) {
    applyTheme(root, context);
    mode = context["displayMode"] ?? mode;
    fold(mode);
    const { locale, timeZone } = reader;
    reader.locale = textIn(context, "locale") ?? reader.locale ?? "en";
    reader.timeZone = textIn(context, "timeZone") ?? reader.timeZone ?? "UTC";
    root.lang = "en";
    if (reader.locale !== locale || reader.timeZone !== timeZone) show();
  },
  onInput(received) {
    input = received;
    show();
  },
  onResult: present,
  onCancelled(reason) {
    answers++;
    show = () => place.replaceChildren(...sentence("The call was cancelled.", reason));
    show();
  },
});

function present(result: unknown): void {
  answers++;
  const others = new Map<string, Promise<Answer>>();
  show = () => place.replaceChildren(...drawn(result, others));
  show();
}

/** Returns the page of a result; `others` keeps the answers to its further calls, so that a redrawing repeats none. */
function drawn(result: unknown, others: Map<string, Promise<Answer>>): Node[] {
  const answer = read(result);
  if (answer.isError) return sentence(answer.failure || "The call failed.");
  const formats = formatsOf(answer);
  try {
    const context: PictureContext = {
      formats,
      input,
      ask(tool, asked) {
        const key = JSON.stringify([tool, asked]);
        const other = others.get(key) ?? askHost(tool, asked);
        others.set(key, other);
        other.catch(() => others.delete(key));
        return other;
      },
      mayAsk: host.mayCall(),
      async replace(tool, asked) {
        const number = ++answers;
        const other = await host.callTool(tool, asked).catch((error: Error) => error);
        if (number !== answers) return false;
        if (other instanceof Error) throw other;
        const { isError, text } = read(other);
        if (isError) throw new Error(text);
        input = asked;
        present(other);
        return true;
      },
    };
    const picture = draw?.(answer, context);
    if (picture)
      return framed(answer, picture, formats, picture.company ? companyName(picture.company, context) : null);
  } catch {
    // The result has an unexpected shape, so show its text.
  }
  return sentence("This answer cannot be drawn; here is its text.", answer.text);
}

/**
 * Returns the formats of an answer: the prices of a pair of currencies have the decimals of a rate, and low prices those
 * of their change.
 */
function formatsOf({ body }: Answer): Formats {
  const formats = createFormats(reader);
  const summary = recordIn(body, "summary");
  const price = numberIn(body, "price") ?? numberIn(body, "close") ?? numberIn(summary, "last");
  if (price === null || price <= 0) return formats;
  if (isPair(body["symbol"])) return withDecimals(formats, rateDecimals(price));
  return changeFormats(formats, price, numberIn(body, "change") ?? numberIn(summary, "change"));
}

async function askHost(tool: string, asked: Fields): Promise<Answer> {
  const answer = read(await host.callTool(tool, asked));
  if (answer.isError) throw new Error(answer.text);
  return answer;
}

function waitingFor(asked: Fields): string {
  const symbol = textIn(asked, "symbol");
  return symbol === null ? "Waiting for the answer …" : `Waiting for ${symbol} …`;
}

show();
const sizes = new ResizeObserver(() => {
  fold(mode);
  host.reportSize(window.innerWidth, Math.ceil(root.getBoundingClientRect().height));
});
sizes.observe(root);
// A folded picture keeps its height when its content grows.
new MutationObserver(() => fold(mode)).observe(place, {
  childList: true,
  subtree: true,
  attributeFilter: ["hidden", "open"],
});
