/** Script of `/`: looks up symbols, updates the state, loads the script of its charts, copies configuration texts. */
import { toHostLink, type LinkedHost } from "../contract/host-links.js";
import type { Html } from "../status/html.js";
import { toMoment } from "../status/format.js";
import { LIVE } from "../status/page.js";
import { providerCards } from "../status/providers.js";
import type { StatusReport } from "../status/report.js";
import { facts, headlineLink, toSilence, toVerdict, verdictPanel, briefOf, type Verdict } from "../status/verdict.js";
import type * as Charts from "./charts.js";
import { noteAnswer, startLookup } from "./lookup.js";
import { setTitle } from "./title.js";

const REFRESH_MS = 5_000;
const TIMEOUT_MS = 4_000;

let shown: StatusReport | undefined;
/** When the figures on the page arrived, in milliseconds by this machine's clock. */
let arrived = Date.now();
/** When the first question since then failed, ISO 8601. */
let silentSince: string | undefined;
const texts = new Map<string, string>();
let headline: string | undefined;

/** The script of the charts; undefined until it is loaded. */
let charts: typeof Charts | undefined;
/** Whether a chart has been in the window. */
let isChartSeen = false;

async function show(report: StatusReport): Promise<void> {
  shown = report;
  arrived = Date.now();
  silentSince = undefined;
  for (const [id, render] of Object.entries(LIVE)) put(id, render(report));
  announce(toVerdict(report));
  document.body.classList.remove("silent");
  chartSection.hidden = false;
  noteAnswer();
  await draw();
}

const chartSection = document.querySelector<HTMLElement>(".charts")!;

/** Draws the charts. Their script, more than half of all scripts, is loaded only when one comes into the window. */
async function draw(): Promise<void> {
  if (!isChartSeen || !shown) return;
  charts ??= (await import(chartSection.dataset["script"]!)) as typeof Charts;
  charts.drawCharts(shown);
}

function watchCharts(): void {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    observer.disconnect();
    isChartSeen = true;
    void draw();
  });
  observer.observe(chartSection);
  // Its rows have small charts.
  observer.observe(document.getElementById("endpoints")!);
}

/** Says that the server is silent, where its state is otherwise; the figures below are old, so they fade. */
function showSilence(): void {
  const at = shown?.at ?? document.body.dataset["at"]!;
  // By the server's clock, like all times on the page.
  const now = new Date(Date.parse(at) + Date.now() - arrived).toISOString();
  const silence = toSilence(at, (silentSince ??= now), now);
  put("headline", headlineLink(silence));
  put("verdict", verdictPanel(silence));
  document.body.classList.add("silent");
  // The headings below show it.
  document.body.style.setProperty("--as-of", `"· as of ${toMoment(at, now)}"`);
  if (shown) {
    put("facts", facts(shown, true));
    put("providers", providerCards(shown, true));
    charts?.drawCharts(shown);
  }
  announce(silence);
  setText("connection", "");
}

/** Shows one part. Unchanged parts stay: the user may have selected them, or a screen reader may be reading them. */
function put(id: string, { text }: Html): void {
  const place = document.getElementById(id);
  if (place && texts.get(id) !== text) place.innerHTML = text;
  texts.set(id, text);
}

/**
 * Shows a state that is not good in the tab's title. Screen readers announce only changes of the headline, because figures
 * change all the time.
 */
function announce(verdict: Verdict): void {
  const { tone, headline: now } = verdict;
  setTitle({ state: tone === "bad" || tone === "mind" ? briefOf(verdict) : "" });
  if (headline !== undefined && headline !== now) setText("news", now);
  headline = now;
}

function setText(id: string, text: string): void {
  const place = document.getElementById(id);
  if (place && place.textContent !== text) place.textContent = text;
}

async function refresh(): Promise<void> {
  let report: StatusReport;
  try {
    const response = await fetch(`${document.body.dataset["prefix"] ?? ""}/status.json`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(String(response.status));
    report = (await response.json()) as StatusReport;
  } catch {
    showSilence();
    return;
  }
  try {
    await show(report);
    setText("connection", "");
  } catch (error) {
    // For example, the server was updated after this page had been loaded.
    setText("connection", "The server's newest figures cannot be shown. Reload this page.");
    // The browser's console shows it.
    throw error;
  }
}

async function copy(button: HTMLButtonElement): Promise<void> {
  const code = button.closest(".paste")?.querySelector("code");
  if (!code) return;
  // A page that was loaded over plain HTTP from another machine has no access to the clipboard; the user can still copy
  // the selection.
  const done = await navigator.clipboard?.writeText(code.textContent).then(
    () => true,
    () => false,
  );
  if (!done) getSelection()?.selectAllChildren(code);
  setText("copied", done ? "Copied." : "Selected; copy it with your keyboard.");
  button.dataset["done"] = done ? "copied" : "selected";
  button.addEventListener("blur", () => delete button.dataset["done"], { once: true });
}

/** In the texts to copy and the links, replaces the server's own address by the address under which this page was opened. */
function correctAddresses(): void {
  const base = document.querySelector<HTMLElement>("[data-base]")?.dataset["base"];
  if (!base || base === location.origin) return;
  for (const code of document.querySelectorAll(".paste code")) {
    code.textContent = code.textContent.replaceAll(base, location.origin);
  }
  for (const link of document.querySelectorAll<HTMLAnchorElement>("a.add")) {
    const { host, entry = "{}" } = link.dataset;
    link.href = toHostLink(
      host as LinkedHost,
      JSON.parse(entry.replaceAll(base, location.origin)) as Record<string, unknown>,
    );
  }
}

// The state is renewed, so that it says the same as the error.
startLookup(() => void refresh());
correctAddresses();
for (const button of document.querySelectorAll<HTMLButtonElement>("button.copy")) {
  button.hidden = false;
  button.addEventListener("click", () => void copy(button));
}
watchCharts();
void refresh();
setInterval(() => {
  if (!document.hidden) void refresh();
}, REFRESH_MS);
