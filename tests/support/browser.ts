/** A real browser: the system's Chromium, driven by playwright-core. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import type axe from "axe-core";
import { chromium, type Browser, type BrowserContextOptions, type Frame, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished } from "vitest";

/**
 * Path of the installed Chromium, under any of its usual names. The shell without windows draws the same pages in half
 * the time, so it comes first.
 */
const EXECUTABLE = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"]
  .map((name) => spawnSync("which", [name], { encoding: "utf8" }).stdout.trim())
  .find((path) => path !== "");

/** Whether a browser is installed. Tests that need it are otherwise skipped, with a message. */
export const hasBrowser = EXECUTABLE !== undefined;
if (!hasBrowser) console.warn("!!! chromium is not installed: tests of pages and pictures are SKIPPED");

/** The package's own `source` is not minified, which takes the browser twice as long to read. */
const AXE = readFileSync(new URL("../../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  // One process less for each browser.
  "--in-process-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** A page, and its errors and requests. */
export interface WatchedPage {
  page: Page;
  /** Addresses that it requested, except data and blob URLs. */
  asked: string[];
  /** Script errors and console errors, for example violations of the content policy. */
  errors: string[];
}

/**
 * The browser of one test file. Each page is closed, with its context, at the end of its test, unless it `stays` for
 * further tests.
 */
export function useBrowser(): { open: (options?: BrowserContextOptions, stays?: boolean) => Promise<WatchedPage> } {
  let browser: Browser;
  beforeAll(async () => {
    if (hasBrowser) browser = await chromium.launch({ executablePath: EXECUTABLE!, headless: true, args: FLAGS });
  });
  afterAll(async () => {
    if (hasBrowser) await browser.close();
  });
  return {
    async open(options = {}, stays = false) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
      if (!stays) onTestFinished(() => context.close());
      const page = await context.newPage();
      const asked: string[] = [];
      const errors: string[] = [];
      page.on("request", (request) => {
        if (!/^(?:data|blob):/.test(request.url())) asked.push(request.url());
      });
      page.on("pageerror", (error) => void errors.push(String(error)));
      page.on("console", (message) => {
        if (message.type() === "error") errors.push(message.text());
      });
      return { page, asked, errors };
    },
  };
}

/** Expects that axe finds no serious problem on a page, or in one of its frames. */
export async function expectAccessible(place: Page | Frame, within = "html"): Promise<void> {
  // Waits for transitions: in the middle of a change from light to dark, contrast is too low.
  await place.evaluate("Promise.allSettled(document.getAnimations().map(({ finished }) => finished))");
  // Evaluated by the debugger, to which the page's content policy does not apply.
  if (!(await place.evaluate("'axe' in globalThis"))) await place.evaluate(AXE);
  const violations = await place.evaluate(async (selector) => {
    const { axe: judge } = globalThis as unknown as { axe: typeof axe };
    const found = await judge.run(selector, { resultTypes: ["violations"] });
    return found.violations.map(({ id, impact, nodes }) => ({
      id,
      impact,
      where: nodes.map(({ html, failureSummary }) => `${html.slice(0, 200)} ${failureSummary}`),
    }));
  }, within);
  expect(violations.filter(({ impact }) => impact === "serious" || impact === "critical")).toEqual([]);
}
