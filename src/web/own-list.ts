/** The symbols looked up last, and the reader's own list side by side: a price, its change, and a small line of closes. */
import { isPair } from "../contract/currency.js";
import { createHumanNumbers } from "../lib/human-number.js";
import { callTool, failureOf, rowsOf, type Result } from "./ask.js";
import { element } from "./element.js";
import { forgetRecent, keptSymbols, MOST_OWN, noteRecent, setOwn } from "./kept-symbols.js";
import { onSight, type Parts } from "./on-sight.js";

type Fields = Readonly<Record<string, unknown>>;

const HISTORY = "get_price_history";
/** The closes of three months, from the year that the picture of the history asks for, so that the server has them. */
const LINE = { range: "1y", interval: "1d", limit: 64, format: "json", fields: ["date", "close"] };
const [WIDTH, HEIGHT] = [120, 32];
const SVG = "http://www.w3.org/2000/svg";

const byId = (id: string) => document.getElementById(id)!;
const [recent, keep] = [byId("recent"), byId("keep")];
const [section, said, list] = [byId("own"), byId("own-said"), byId("own-list")];
const button = keep.querySelector("button")!;
/** Why the symbol is not in the list. */
const notKept = keep.querySelector("span")!;
const numbers = createHumanNumbers(navigator.language);
const TIME = new Intl.DateTimeFormat(undefined, { month: "short", day: "numeric", hour: "numeric", minute: "2-digit" });

/** The answers of the server for the symbols of the list: a quote, or an error, and when it came. */
const quotes = new Map<string, Fields & { at: number }>();
/** Longer than a quote lives: each time is a call of a plan. */
const RENEWED_AFTER_MS = 60_000;
const isNew = (symbol: string) => Date.now() - (quotes.get(symbol)?.at ?? 0) < RENEWED_AFTER_MS;
const lines = new Map<string, SVGElement>();
/** The card of each symbol, while its line is to be asked for. */
const waiting = new Map<Element, string>();
/** The symbol of the pictures. */
let shown: string | undefined;

/** The place of the list, which asks for its prices with one call when it is in the window. */
export const ownList = { place: section, ask: () => void ask() };

/** Notes a symbol that the server knows, with its price. */
export function noteShown(symbol: string, { structuredContent }: Result): void {
  shown = symbol;
  notKept.textContent = "";
  if (structuredContent) quotes.set(symbol, { ...structuredContent, at: Date.now() });
  noteRecent(symbol);
  draw();
}

/** No pictures are shown. */
export function noteNone(): void {
  shown = undefined;
  draw();
}

function draw(): void {
  const { recent: last, own } = keptSymbols();
  recent.hidden = last.length === 0;
  recent.querySelector("ul")!.replaceChildren(...last.map((symbol) => element("li", {}, link(symbol))));
  keep.hidden = shown === undefined;
  const isIn = shown !== undefined && own.includes(shown);
  button.setAttribute("aria-pressed", String(isIn));
  button.textContent = `${isIn ? "★" : "☆"} ${shown ?? ""} in your list`;
  section.hidden = own.length === 0;
  const { activeElement } = document;
  const focused = activeElement && list.contains(activeElement) ? activeElement.getAttribute("aria-label") : null;
  watcher?.disconnect();
  waiting.clear();
  list.replaceChildren(...own.map(card));
  // The button that had the focus is a new one now, or gone with its symbol.
  if (focused !== null)
    (
      list.querySelector<HTMLElement>(`[aria-label="${CSS.escape(focused)}"]`) ??
      list.querySelector("a") ??
      button
    ).focus();
}

const link = (symbol: string) => element("a", { href: `#${encodeURIComponent(symbol)}` }, symbol);

function card(symbol: string): HTMLElement {
  const quote: Fields = quotes.get(symbol) ?? {};
  const { name, price, changesPercentage: percent, currency, error, as_of: at } = quote;
  const figures =
    typeof price === "number"
      ? [
          element(
            "strong",
            { title: numbers.exact(price) },
            isPair(symbol) ? numbers.rate(price) : numbers.price(price),
          ),
          ...(typeof currency === "string" ? [" ", element("span", { class: "soft" }, currency)] : []),
          ...(typeof percent === "number" ? [" ", change(percent)] : []),
          ...(typeof at === "string" ? [" ", element("span", { class: "soft" }, TIME.format(new Date(at)))] : []),
        ]
      : typeof error === "string"
        ? [element("span", { class: "soft" }, "No price.")]
        : [];
  const remove = element("button", { type: "button", "aria-label": `Remove ${symbol} from your list` }, "×");
  remove.addEventListener("click", () => {
    setOwn(symbol, false);
    draw();
  });
  const line = lines.get(symbol);
  const made = element(
    "li",
    {},
    link(symbol),
    element("span", { class: "soft name" }, typeof name === "string" ? name : ""),
    element("span", { class: "price" }, ...figures),
    element("span", { class: "line" }, ...(line ? [line] : [])),
    remove,
  );
  if (!line && typeof price === "number" && watcher) {
    waiting.set(made, symbol);
    watcher.observe(made);
  }
  return made;
}

function change(percent: number): HTMLElement {
  const [tone, arrow] = percent > 0 ? ["up", "▲"] : percent < 0 ? ["down", "▼"] : ["flat", "■"];
  const sign = element("span", { "aria-hidden": "true" }, `${arrow} `);
  return element("span", { class: tone, title: numbers.exact(percent) }, sign, numbers.percent(percent));
}

/** Asks for the prices of the list with one call, unless all of them are new. */
async function ask(): Promise<void> {
  const { own } = keptSymbols();
  if (own.every(isNew)) return;
  said.textContent = "Asking for prices …";
  const result = await callTool("get_quotes", { symbols: own }).catch((error: Error) => error);
  const failure = result instanceof Error ? result.message : failureOf(result)?.text;
  said.textContent = failure ?? "";
  if (result instanceof Error || failure !== undefined) return;
  for (const name of ["errors", "quotes"])
    for (const row of rowsOf(result, name)) quotes.set(String(row["symbol"]), { ...row, at: Date.now() });
  draw();
}

/** Asks for small lines one after the other, each when its card is in the window. */
let watcher: IntersectionObserver | undefined;
let last = Promise.resolve();

function seen(entries: readonly IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting } of entries) {
    const symbol = waiting.get(target);
    if (!isIntersecting || symbol === undefined) continue;
    waiting.delete(target);
    watcher?.unobserve(target);
    last = last.then(() => askLine(symbol));
  }
}

async function askLine(symbol: string): Promise<void> {
  if (lines.has(symbol) || !watcher || !keptSymbols().own.includes(symbol)) return;
  const result = await callTool(HISTORY, { symbol, ...LINE }).catch(() => undefined);
  // A refused call means that the next ones are refused, too.
  if (result === undefined || failureOf(result)) {
    watcher.disconnect();
    watcher = undefined;
    return;
  }
  const bars = rowsOf(result, "bars").toReversed();
  const closes = bars.flatMap(({ close }) => (typeof close === "number" ? [close] : []));
  if (closes.length < 2) return;
  const dates = bars.map(({ date }) => String(date));
  lines.set(symbol, lineOf(closes, dates));
  draw();
}

/** Draws closes, which are oldest first. */
function lineOf(closes: readonly number[], dates: readonly string[]): SVGElement {
  const [low, high] = [Math.min(...closes), Math.max(...closes)];
  const points = closes.map((close, index) => {
    const y = high === low ? 0.5 : (high - close) / (high - low);
    return `${((index / (closes.length - 1)) * WIDTH).toFixed(1)},${(2 + y * (HEIGHT - 4)).toFixed(1)}`;
  });
  const make = (name: string) => document.createElementNS(SVG, name);
  const [svg, line, title] = [make("svg"), make("polyline"), make("title")];
  const day = (text: string | undefined) => new Date(text ?? "").toLocaleDateString(undefined, { timeZone: "UTC" });
  title.textContent = `Closes, ${day(dates[0])} to ${day(dates.at(-1))}: ${numbers.price(low)} to ${numbers.price(high)}`;
  svg.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
  svg.setAttribute("role", "img");
  line.setAttribute("points", points.join(" "));
  svg.append(title, line);
  return svg;
}

/** Shows what the browser has kept; without `mayDraw` the cards have no lines, of which each is a call of a plan. */
export function startOwnList(mayDraw: boolean): void {
  if (mayDraw) watcher = new IntersectionObserver(seen);
  button.addEventListener("click", () => {
    if (shown === undefined) return;
    const isIn = button.getAttribute("aria-pressed") === "false";
    const hadRoom = setOwn(shown, isIn);
    const isKept = keptSymbols().own.includes(shown) === isIn;
    said.textContent = hadRoom ? "" : `Your list has ${MOST_OWN} symbols. Remove one first.`;
    notKept.textContent =
      !hadRoom || isKept ? "" : "This browser keeps nothing for this page, as in a private window or by its settings.";
    draw();
  });
  recent.querySelector("button")!.addEventListener("click", () => {
    forgetRecent();
    draw();
    document.getElementById("symbol")?.focus();
  });
  let renewal: Parts | undefined;
  document.addEventListener("visibilitychange", () => {
    renewal?.end();
    if (document.visibilityState === "visible" && quotes.size > 0) renewal = onSight(new Map([[section, ask]]), 0);
  });
  // Another tab has changed the list.
  addEventListener("storage", draw);
  draw();
}
