/** Looks up a symbol: pictures of this server's answers, and headlines, below the field. */
import { toSpan } from "../status/format.js";
import { SHOWN, type ShownPicture } from "../status/lookup.js";
import { callTool, failureOf, key, NotAnswered, rowsOf, type Failure, type Result } from "./ask.js";
import { complete, completionsOf, wellKnown } from "./completion.js";
import { element } from "./element.js";
import { onSight, type Parts } from "./on-sight.js";
import { noteNone, noteShown, ownList, startOwnList } from "./own-list.js";
import { createPicture, type Picture } from "./picture-host.js";
import { setTitle } from "./title.js";

const NEWS = { tool: "get_news", limit: 6 };
const SEARCH = "search_symbols";
const STATE = "#state";

const byId = <Type extends HTMLElement>(id: string) => document.getElementById(id) as Type;
const form = byId<HTMLFormElement>("lookup");
const field = byId<HTMLInputElement>("symbol");
const keyField = document.getElementById("key") as HTMLInputElement | null;
const [said, matches, pictures, news] = [byId("lookup-said"), byId("matches"), byId("pictures"), byId("news-list")];
const newsCard = news.closest("section")!;

/** Made with the first symbol; later ones are drawn in the same frames. */
const frames = new Map<ShownPicture, Picture>();
/** Number of lookups; only the latest is shown. */
let lookups = 0;
/** The text of the latest. */
let latest = "";
/** The symbol whose pictures are on the page. */
let shown: string | undefined;
/** The parts of the page that are asked for when they are scrolled to. */
let parts: Parts | undefined;

/** Looks up what was typed: the server reads it. A symbol becomes part of the address, so that the page can be linked to. */
function lookUp(text: string): void {
  if (text !== "") void show(wellKnown(text) ?? text);
}

/** Whether the page says that the server does not answer. */
let isSilent = false;
/** The lookup that was repeated when the server answered again: each is repeated once. */
let repeated = 0;

/** The place and the time, in milliseconds, of a second attempt that an error names. */
let again: { place: HTMLElement; at: number } | undefined;

/** Says when to try again in the words of the state below, which are renewed at the same time. */
function sayWhen(): void {
  if (again === undefined) return;
  const seconds = (again.at - Date.now()) / 1000;
  again.place.textContent = seconds > 0 ? `Try again in ${toSpan(seconds)}.` : "Try again now.";
  if (seconds <= 0) repeat();
}

/** Looks up the last text again, once. */
function repeat(): void {
  if (repeated === lookups || field.value === "" || field.value !== latest) return;
  repeated = lookups + 1;
  void show(latest);
}

/**
 * The server answers: the time of a second attempt is renewed. That the server is silent is no longer said, and the last
 * text is looked up again.
 */
export function noteAnswer(): void {
  sayWhen();
  if (!isSilent || repeated === lookups) return;
  say("");
  repeat();
}

/** Returns the text in the address. */
const inAddress = () => decode(location.hash.slice(1)).trim();

function followAddress(): void {
  const text = inAddress();
  // The link to the state of the server only scrolls, and so does the way back from it.
  if (location.hash === STATE || (text !== "" && text.toUpperCase() === shown)) return;
  if (text !== "") void show(text);
  else if (lookups > 0) empty();
}

/** Puts the symbol that is shown into the address; without one the address has none, unless it was a link. */
function toAddress(symbol: string | undefined): void {
  const isLinked = inAddress() === latest;
  if (symbol === undefined) {
    if (location.hash !== "" && !isLinked) history.pushState(null, "", location.pathname + location.search);
  } else if (inAddress().toUpperCase() !== symbol) {
    history[isLinked ? "replaceState" : "pushState"](null, "", `#${encodeURIComponent(symbol)}`);
  }
}

/** Shows the page as it was before the first symbol. */
function empty(): void {
  lookups++;
  hidePictures();
  matches.hidden = true;
  field.value = "";
  say("");
}

function hidePictures(): void {
  shown = undefined;
  pictures.hidden = true;
  noteNone();
  watchList();
  setTitle({ symbol: "" });
}

/** Without a look-up, only the reader's own list is asked for. */
function watchList(): void {
  parts?.end();
  parts = onSight(new Map([[ownList.place, ownList.ask]]), 0);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function say(text: string): void {
  said.textContent = text;
  isSilent = false;
  again = undefined;
}

/** Says an error. Its time of a second attempt is renewed, but not announced again. */
function sayError(text: string, retryAfter?: number): void {
  say(text);
  if (retryAfter === undefined) return;
  const place = element("span", { "aria-live": "off" });
  said.append(" ", place);
  again = { place, at: Date.now() + retryAfter * 1000 };
  sayWhen();
}

/** Says why there is no answer; where a key is missing, its field is next. */
function report(error: unknown): void {
  if (error instanceof NotAnswered) sayError(error.message, error.retryAfter);
  else sayError("This could not be shown.");
  hidePictures();
  onFailure();
  if (!(error instanceof NotAnswered)) throw error;
  isSilent = error.lacks === "server";
  if (error.lacks === "key") {
    keyField?.setAttribute("aria-invalid", "true");
    keyField?.focus();
  }
}

async function show(text: string): Promise<void> {
  const lookup = ++lookups;
  latest = text;
  field.value = text;
  matches.hidden = true;
  field.removeAttribute("aria-invalid");
  say(`Asking for ${text} …`);
  parts?.end();
  try {
    // Only a symbol that has a price is asked for anything else.
    const quote = await callTool(SHOWN[0].tool, { symbol: text });
    if (lookup !== lookups) return;
    const failure = failureOf(quote);
    if (failure?.kind === "not_found") return await search(text, lookup, `No source knows ${text.toUpperCase()}. `);
    if (failure?.kind === "invalid_input") return await search(text, lookup);
    if (failure && failure.kind !== "no_coverage") throw new NotAnswered(failure.text, failure);
    const read = quote.structuredContent?.["symbol"];
    const symbol = typeof read === "string" ? read : text.toUpperCase();
    field.value = symbol;
    toAddress(symbol);
    say("");
    // The next symbol can be typed at once.
    if (document.activeElement === field) field.select();
    setTitle({ symbol });
    shown = symbol;
    pictures.hidden = false;
    keyField?.removeAttribute("aria-invalid");
    noteShown(symbol, quote);
    const [first, ...others] = SHOWN;
    const showPrice = draw(first, symbol, lookup, quote);
    news.replaceChildren();
    const places = others.map((each) => [byId(`picture-${each.name}`), draw(each, symbol, lookup)] as const);
    parts = onSight(
      new Map([...places, [newsCard, () => void showNews(symbol, lookup)], [ownList.place, ownList.ask]]),
      1,
    );
    showPrice();
  } catch (error) {
    if (lookup === lookups) report(error);
  }
}

/**
 * Makes the place of one picture wait for its answer. Returns what asks and draws the answer there; a part without one,
 * such as statements of an index, is a sentence.
 */
function draw(
  { name, title, tool, input }: (typeof SHOWN)[number],
  symbol: string,
  lookup: number,
  known?: Result,
): () => void {
  const asked = { symbol, ...input };
  // Where calls are counted for a key, the day's line and the yield of the quote would take the smallest plan's minute.
  const call = name === SHOWN[0].name && keyField !== null ? undefined : callTool;
  const frame = frames.get(name) ?? createPicture(byId(`picture-${name}`), call);
  frames.set(name, frame);
  frame.ask(asked);
  const ask = async () => {
    const result = known ?? (await callTool(tool, asked).catch((error: Error) => error));
    if (lookup !== lookups) return;
    const failure = result instanceof Error ? undefined : failureOf(result);
    if (!(result instanceof Error) && failure === undefined) return frame.show(result);
    const words = result instanceof Error ? result.message : sentenceOf(failure!);
    frame.replace(element("strong", {}, `${title}: `), new Text(words));
  };
  return () => void ask();
}

/** Returns the reason of a failed question. */
function sentenceOf({ kind, text }: Failure): string {
  return kind === "not_found" || kind === "no_coverage" ? "None for this symbol." : text;
}

async function showNews(symbol: string, lookup: number): Promise<void> {
  news.replaceChildren(element("p", { class: "soft" }, "Asking for headlines …"));
  const result = await callTool(NEWS.tool, { symbol, limit: NEWS.limit }).catch((error: Error) => error);
  if (lookup !== lookups) return;
  const items = result instanceof Error ? [] : rowsOf(result, "items").flatMap(toHeadline);
  const failure = result instanceof Error ? undefined : failureOf(result);
  const reason = result instanceof Error ? result.message : failure ? sentenceOf(failure) : "No headlines.";
  news.replaceChildren(items.length > 0 ? element("ul", {}, ...items) : element("p", { class: "soft" }, reason));
}

/** Returns a headline as a link. Its text is of third parties, so it stays text, and so does another kind of address. */
function toHeadline({ title, url, publisher, published }: Readonly<Record<string, unknown>>): HTMLElement[] {
  if (typeof title !== "string") return [];
  const isLink = typeof url === "string" && /^https?:\/\//i.test(url);
  const line = isLink
    ? element("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, title)
    : element("span", {}, title);
  const day = new Date(String(published));
  const when = Number.isNaN(day.getTime())
    ? []
    : [day.toLocaleDateString(undefined, { day: "numeric", month: "short" })];
  const from = [...when, ...(typeof publisher === "string" ? [publisher] : [])].join(" · ");
  return [element("li", {}, line, element("span", { class: "soft" }, from))];
}

/** Searches for a text that is no symbol, or that is `unknown`, and lists what is found. */
async function search(text: string, lookup: number, unknown = ""): Promise<void> {
  hidePictures();
  toAddress(undefined);
  say(`${unknown}Searching for “${text}” …`);
  const result = await callTool(SEARCH, { q: text });
  if (lookup !== lookups) return;
  const failure = failureOf(result);
  if (failure && failure.kind !== "not_found") throw new NotAnswered(`${unknown}${failure.text}`, failure);
  const rows = rowsOf(result, "bestMatches");
  const suggested = completionsOf(text).map(([symbol, names]) => ({ symbol, name: names[0] }));
  const others = suggested.filter(({ symbol }) => rows.every((row) => row["symbol"] !== symbol));
  const found = [...others, ...rows].flatMap(toMatch);
  matches.replaceChildren(...found);
  matches.hidden = found.length === 0;
  if (found.length === 0) field.setAttribute("aria-invalid", "true");
  const few = "simulated" in pictures.dataset ? " The simulated market has few symbols." : "";
  say(found.length > 0 ? `${unknown}Did you mean:` : `${unknown}The search finds nothing for “${text}”.${few}`);
}

function toMatch({ symbol, name, region, currency }: Readonly<Record<string, unknown>>): HTMLElement[] {
  if (typeof symbol !== "string") return [];
  const place = [region, currency].filter((part) => typeof part === "string").join(" · ");
  const link = element(
    "a",
    { href: `#${encodeURIComponent(symbol)}` },
    element("strong", {}, symbol),
    element("span", {}, typeof name === "string" ? name : ""),
    element("span", { class: "soft" }, place),
  );
  return [element("li", {}, link)];
}

let onFailure: () => void;

/** Makes the field work, and shows the symbol in the address. A failure is also told to `whenFailed`. */
export function startLookup(whenFailed: () => void): void {
  onFailure = whenFailed;
  startOwnList(keyField === null);
  const close = complete(field, byId("completions"), lookUp);
  if (keyField) keyField.value = key.get();
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    close();
    if (keyField) key.set(keyField.value.trim());
    lookUp(field.value.trim());
  });
  field.addEventListener("input", () => field.removeAttribute("aria-invalid"));
  addEventListener("hashchange", followAddress);
  // A link may name the symbol as a parameter. From here on it is in the part of the address that is not sent.
  const linked = new URLSearchParams(location.search).get("symbol");
  if (linked) history.replaceState(null, "", `${location.pathname}#${encodeURIComponent(linked)}`);
  followAddress();
  if (lookups === 0) watchList();
}
