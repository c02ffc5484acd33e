/** The built program, a browser, and a host page that shows charts of the program's answers. */
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import type { Frame, Page } from "playwright-core";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, expect, onTestFinished } from "vitest";
import { useBrowser, type WatchedPage } from "../support/browser.js";
import { cleanEnv, PROGRAM } from "../support/program.js";
import type { HostContext } from "./host.js";

type Input = Record<string, unknown>;

/** A chart in its frame, and the surrounding host. */
export interface Shown {
  page: Page;
  frame: Frame;
  /** Tools that the chart called. */
  asked: [name: string, input: Input][];
  tell(result: CallToolResult): Promise<void>;
  cancel(reason?: string): Promise<void>;
  setContext(context: HostContext): Promise<void>;
  heights(): Promise<number[]>;
  resize(width: number): Promise<void>;
  /** Waits until the chart has drawn what the host has sent so far, and `answers` to its calls. */
  settle(answers?: number): Promise<void>;
  /** Expects that there were no errors and no network requests. */
  expectQuiet(): void;
}

export interface Scene {
  width?: number;
  /**
   * Shows the chart in the frame of an earlier test of this file that had the same picture. It may still show the
   * earlier answer, so wait with `settle` for the new one.
   */
  reuse?: boolean;
  /** Height of the browser's window; the screenshot of a higher picture would be cut. */
  height?: number;
  context?: HostContext;
  /** The start of the reader's clock, which `page.clock` can then advance. */
  now?: string;
  /** The tool's arguments, as the host passes them to the chart. */
  input?: Input;
  /** Whether charts may call tools. */
  mayCall?: boolean;
  /** The rights of the frame; by default as few as at the strictest host. */
  sandbox?: string;
  /** The host answers a chart's call when this resolves: with the program's answer, or with the one returned. */
  hold?: (input: Input, tool: string) => Promise<CallToolResult | void>;
}

/** A page of the host, and the answers to the calls of the chart that it shows. */
interface HostWindow extends WatchedPage {
  answer: (name: string, input: Input) => Promise<CallToolResult>;
  /** Whether its clock was set. */
  hasClock: boolean;
  /** The picture that its frame shows, and whether that may call tools. */
  mounted?: string;
}

/**
 * Creates the stage of one test file. Its tests share the program, the browser and the host's pages, because starting
 * them takes longer than drawing a chart; each chart has a new frame.
 */
export function useStage() {
  const browser = useBrowser();
  const client = new Client({ name: "host", version: "0" });
  /** Pages that no test uses at present. */
  const idle: HostWindow[] = [];
  const pages = new Map<string, string>();
  const addresses = new Map<string, string>();
  let script: string;

  beforeAll(async () => {
    const args = [PROGRAM, "--demo", "--toolsets", "all"];
    const stdio = {
      command: process.execPath,
      args,
      env: cleanEnv({ STORE_URL: "memory:" }),
      stderr: "ignore",
    } as const;
    await client.connect(new StdioClientTransport(stdio));
    const input = fileURLToPath(new URL("host.ts", import.meta.url));
    const build = await rolldown({ input, platform: "browser", logLevel: "silent" });
    script = (await build.generate({ format: "iife" })).output[0].code;
    for (const { name, _meta: meta } of (await client.listTools()).tools) {
      const ui = meta?.["ui"] as { resourceUri: string } | undefined;
      if (ui) addresses.set(name, ui.resourceUri);
    }
  });
  afterAll(() => client.close());

  const call = (name: string, input: Input) =>
    client.callTool({ name, arguments: input }) as unknown as Promise<CallToolResult>;

  /** Returns the page of a tool's chart, found as a host finds it. */
  async function pageOf(tool: string): Promise<string> {
    const uri = addresses.get(tool)!;
    const known = pages.get(uri);
    if (known !== undefined) return known;
    const { contents } = await client.readResource({ uri });
    const { text } = contents[0] as { text: string };
    pages.set(uri, text);
    return text;
  }

  /** Returns a page of the host, with a clock of its own if it has to start at `now`. */
  async function take(now: string | undefined, picture: string): Promise<HostWindow> {
    const fitting = idle.filter(({ hasClock }) => hasClock === (now !== undefined));
    const used = fitting.find(({ mounted }) => mounted === picture) ?? fitting[0];
    const host = used ?? (await create(now));
    if (used) {
      idle.splice(idle.indexOf(used), 1);
      if (now) await used.page.clock.setSystemTime(now);
      // Otherwise it would still point at what the test before has pointed at.
      await used.page.mouse.move(0, 0);
    }
    onTestFinished(async ({ task }) => {
      // Vitest also calls what an earlier attempt of the test has registered.
      if (host.page.isClosed() || idle.includes(host)) return;
      if (task.result?.state === "fail") await host.page.context().close();
      else idle.push(host);
    });
    host.asked.length = 0;
    host.errors.length = 0;
    return host;
  }

  async function create(now: string | undefined): Promise<HostWindow> {
    const host: HostWindow = { ...(await browser.open({}, true)), answer: call, hasClock: now !== undefined };
    const { page } = host;
    if (now) await page.clock.install({ time: now });
    await page.exposeFunction("callTool", (name: string, input: Input) => host.answer(name, input));
    await page.setContent('<!doctype html><html lang="en"><title>Host</title><body style="margin:10px"></body></html>');
    await page.addScriptTag({ content: script });
    return host;
  }

  /** Shows the tool's chart without an answer. */
  async function open(
    tool: string,
    {
      width = 600,
      height = 900,
      context: own = {},
      mayCall = true,
      sandbox = "allow-scripts",
      hold = async () => {},
      now,
      input,
      reuse,
    }: Scene = {},
  ): Promise<Shown> {
    const context: HostContext = { displayMode: "fullscreen", ...own };
    const picture = `${addresses.get(tool)} ${mayCall}`;
    const host = await take(now, picture);
    const { page, asked: fetched, errors } = host;
    const asked: [string, Input][] = [];
    let answered = 0;
    host.answer = async (name, told) => {
      asked.push([name, told]);
      try {
        return (await hold(told, name)) ?? (await call(name, told));
      } finally {
        answered++;
      }
    };
    await page.setViewportSize({ width: width + 20, height });
    if (reuse && host.mounted === picture) {
      await page.evaluate(([told, wide]) => window.host.again(told, wide), [context, width] as const);
    } else {
      const scene = [await pageOf(tool), context, width, mayCall, sandbox] as const;
      await page.evaluate(([html, ...rest]) => window.host.mount(html, ...rest), scene);
      host.mounted = picture;
    }
    // The list of the page's frames can still begin with the frame that was replaced.
    const frame = (await (await page.waitForSelector("iframe")).contentFrame())!;
    if (input) await page.evaluate((given) => window.host.input(given), input);
    return {
      page,
      frame,
      asked,
      tell: (result) => page.evaluate((told) => window.host.result(told), result),
      cancel: (reason) => page.evaluate((why) => window.host.cancel(why), reason),
      setContext: (changed) => page.evaluate((told) => window.host.context(told), changed),
      resize: (to) => page.evaluate((wide) => window.host.resize(wide), to),
      async settle(answers = 0) {
        await expect.poll(() => answered).toBeGreaterThanOrEqual(answers);
        // Messages stay in order, and a chart answers this one at once.
        await page.evaluate(() => window.host.teardown());
        // A chart is drawn once its width is known, one frame later.
        await frame.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      },
      heights: () => page.evaluate(() => window.host.heights),
      expectQuiet() {
        expect(errors).toEqual([]);
        expect(fetched.filter((url) => !url.startsWith("about:"))).toEqual([]);
      },
    };
  }

  /** Shows the tool's chart of the program's answer. */
  async function show(tool: string, input: Input, scene: Scene = {}): Promise<Shown & { result: CallToolResult }> {
    const shown = await open(tool, { input, ...scene });
    const result = await call(tool, input);
    await shown.tell(result);
    return { ...shown, result };
  }

  return { call, client, open, show };
}
