/** The built program, a browser, and a host page that shows charts of the program's answers. */
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import type { BrowserContextOptions, Frame, Page } from "playwright-core";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, expect } from "vitest";
import { useBrowser } from "../support/browser.js";
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
  /** Expects that there were no errors and no network requests. */
  expectQuiet(): void;
}

export interface Scene {
  width?: number;
  context?: HostContext;
  browser?: BrowserContextOptions;
  /** The start of the reader's clock, which `page.clock` can then advance. */
  now?: string;
  /** The tool's arguments, as the host passes them to the chart. */
  input?: Input;
  /** Whether charts may call tools. */
  mayCall?: boolean;
  /** The host answers a chart's call when this resolves. */
  hold?: (input: Input) => Promise<void>;
}

/** Creates the stage of one test file. */
export function useStage() {
  const browser = useBrowser();
  const client = new Client({ name: "host", version: "0" });
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
  });
  afterAll(() => client.close());

  const call = (name: string, input: Input) =>
    client.callTool({ name, arguments: input }) as unknown as Promise<CallToolResult>;

  /** Returns the page of a tool's chart, found as a host finds it. */
  async function pageOf(tool: string): Promise<string> {
    const { tools } = await client.listTools();
    const meta = tools.find(({ name }) => name === tool)?._meta as { ui: { resourceUri: string } };
    const { contents } = await client.readResource({ uri: meta.ui.resourceUri });
    return (contents[0] as { text: string }).text;
  }

  /** Shows the tool's chart without an answer. */
  async function open(
    tool: string,
    { width = 600, context = {}, mayCall = true, hold = async () => {}, now, ...rest }: Scene = {},
  ): Promise<Shown> {
    const {
      page,
      asked: fetched,
      errors,
    } = await browser.open({
      viewport: { width: width + 20, height: 900 },
      ...rest.browser,
    });
    if (now) await page.clock.install({ time: now });
    const asked: [string, Input][] = [];
    if (mayCall) {
      await page.exposeFunction("callTool", async (name: string, input: Input) => {
        asked.push([name, input]);
        await hold(input);
        return call(name, input);
      });
    }
    await page.setContent('<!doctype html><html lang="en"><title>Host</title><body style="margin:10px"></body></html>');
    await page.addScriptTag({ content: script });
    const html = await pageOf(tool);
    await page.evaluate(([text, at, wide]) => window.host.mount(text, at, wide), [html, context, width] as const);
    const frame = page.frames()[1]!;
    if (rest.input) await page.evaluate((input) => window.host.input(input), rest.input);
    return {
      page,
      frame,
      asked,
      tell: (result) => page.evaluate((told) => window.host.result(told), result),
      cancel: (reason) => page.evaluate((why) => window.host.cancel(why), reason),
      setContext: (changed) => page.evaluate((told) => window.host.context(told), changed),
      resize: (to) => page.evaluate((wide) => window.host.resize(wide), to),
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
