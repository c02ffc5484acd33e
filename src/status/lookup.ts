/** The field for a symbol on the page, and the places of what it shows; a script fills them. */
import type { PictureName } from "../contract/pictures.js";
import { html, type Html } from "./html.js";

/**
 * The pictures of a symbol in their order on the page: the tool that answers, and its further parameters. These request
 * everything that the picture would otherwise request in a second call, which counts against the caller's plan.
 */
export const SHOWN = [
  { name: "quote", title: "Quote", tool: "provider_a_get_stock_quote", input: {} },
  {
    name: "history",
    title: "Price history",
    tool: "get_price_history",
    input: { range: "1y", interval: "1d", limit: 10_000, format: "csv", fields: ["*"] },
  },
  {
    name: "indicators",
    title: "Technical indicators",
    tool: "get_technical_indicators",
    input: { series: "all", limit: 130, format: "csv", fields: ["*"], levels: true },
  },
  {
    name: "statements",
    title: "Statements",
    tool: "provider_a_get_financial_statements",
    input: {
      // The default ones, and growth, which the picture would ask for.
      fields:
        "date,period,reportedCurrency,source,acrossRestatement,revenue,grossProfit,operatingIncome,netIncome,epsdiluted,revenueGrowth",
    },
  },
] as const satisfies readonly {
  name: PictureName;
  title: string;
  tool: string;
  input: Readonly<Record<string, unknown>>;
}[];

export type ShownPicture = (typeof SHOWN)[number]["name"];

/** A company, a fund, an index, a currency pair and a coin. */
const EXAMPLES = ["AAPL", "NVDA", "SPY", "^GSPC", "EURUSD=X", "BTC-USD"];

export interface LookupOptions {
  /** Whether callers need a key. */
  needsKey: boolean;
  simulated: boolean;
  /** The addresses of the pictures' pages. */
  pictures: Readonly<Record<ShownPicture, string>>;
}

/**
 * Returns the form and the empty places, beside the `headline` of the state. Without scripts only a sentence is shown.
 */
export function lookupSection({ needsKey, simulated, pictures }: LookupOptions, headline: Html): Html {
  const key = html`<p class="caller-key">
    <label for="key">Key</label>
    <input id="key" type="password" autocomplete="off" spellcheck="false" aria-describedby="key-note" />
    <span id="key-note" class="soft">Kept in this tab only, and sent to this server only.</span>
    <span class="soft"
      >Its operator sees the calls of each key with <code>market-data-mcp keys list --usage</code>.</span
    >
  </p>`;
  const examples = EXAMPLES.map((symbol) => html`<li><a href="#${encodeURIComponent(symbol)}">${symbol}</a></li>`);
  const [quote, history, indicators, statements] = SHOWN.map(
    ({ name, title }) =>
      html`<div class="picture" id="picture-${name}" data-title="${title}" data-page="${pictures[name]}"></div>`,
  );
  return html`<section class="lookup" aria-labelledby="h-lookup">
    <div class="heading">
      <h1 id="h-lookup"><label for="symbol">Look up a symbol</label></h1>
      ${headline}
    </div>
    <p class="soft unscripted">This needs JavaScript. The state of the server, below, does not.</p>
    <form id="lookup" role="search" autocomplete="off">
      <div class="field">
        <input
          id="symbol"
          type="text"
          role="combobox"
          aria-expanded="false"
          aria-controls="completions"
          aria-autocomplete="list"
          placeholder="AAPL"
          maxlength="80"
          autocomplete="off"
          autocapitalize="characters"
          spellcheck="false"
          aria-describedby="lookup-said"
          enterkeyhint="search"
          autofocus
        />
        <button type="submit" aria-label="Show">⏎</button>
        <ul id="completions" role="listbox" aria-label="Well-known symbols" hidden></ul>
      </div>
      ${needsKey ? key : ""}
      <ul class="examples" aria-label="Examples">
        ${examples}
      </ul>
    </form>
    <p id="lookup-said" role="status"></p>
    <ul id="matches" hidden></ul>
    <div id="recent" class="recent" hidden>
      <h2 id="h-recent" class="soft">Looked up last</h2>
      <ul class="examples" aria-labelledby="h-recent"></ul>
      <button type="button">Forget these</button>
    </div>
    <p id="keep" class="keep" hidden>
      <button type="button" aria-pressed="false"></button> <span class="soft" role="status"></span>
    </p>
    <div id="pictures" ${simulated ? html` data-simulated` : ""} hidden>
      ${quote!}${history!}${indicators!}
      <div class="stack">
        ${statements!}
        <section class="card news" aria-labelledby="h-news">
          <h2 id="h-news">News</h2>
          <div id="news-list"></div>
        </section>
      </div>
    </div>
    <section id="own" class="own" aria-labelledby="h-own" hidden>
      <h2 id="h-own">Your list <span class="soft">kept in this browser only</span></h2>
      <p id="own-said" class="soft" role="status"></p>
      <ul id="own-list"></ul>
    </section>
  </section>`;
}
