/** The configuration to paste, per client. */
import { parse } from "smol-toml";
import { expect, it } from "vitest";
import { connectPanels } from "../../src/status/connect.js";

const OPEN = { base: "http://127.0.0.1:8080", needsKey: false, program: "/srv/it's/index.js", simulated: false };

function pastes(options: typeof OPEN): string[] {
  const found = connectPanels(options).text.matchAll(/<code>([^<]*)<\/code>/g);
  return [...found].map(([, text]) => text!.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))));
}

it("has no key when the server needs none", () => {
  const [claudeCode, claudeDesktop, cursor, vsCode, codex, gemini, chatGpt, curl] = pastes(OPEN);
  expect(claudeCode).toBe("claude mcp add --transport http market-data http://127.0.0.1:8080/mcp");
  expect(JSON.parse(claudeDesktop!)).toEqual({
    mcpServers: { "market-data": { command: "node", args: ["/srv/it's/index.js"] } },
  });
  expect(JSON.parse(cursor!)).toEqual({ mcpServers: { "market-data": { url: "http://127.0.0.1:8080/mcp" } } });
  expect(JSON.parse(vsCode!)).toEqual({
    servers: { "market-data": { type: "http", url: "http://127.0.0.1:8080/mcp" } },
  });
  expect(parse(codex!)).toEqual({ mcp_servers: { "market-data": { url: "http://127.0.0.1:8080/mcp" } } });
  expect(gemini).toBe("gemini mcp add --scope user --transport http market-data http://127.0.0.1:8080/mcp");
  expect(chatGpt).toBe("http://127.0.0.1:8080/mcp");
  expect(curl).toBe("curl http://127.0.0.1:8080/api/v1/stock/AAPL");
});

it("has a placeholder for the key when the server needs one", () => {
  const [claudeCode, , cursor, vsCode, codex, gemini, , curl] = pastes({ ...OPEN, needsKey: true });
  expect(claudeCode).toMatch(/ --header "X-API-Key: YOUR_KEY"$/);
  for (const paste of [cursor, vsCode]) expect(paste).toContain('"X-API-Key": "YOUR_KEY"');
  expect(parse(codex!)).toMatchObject({
    mcp_servers: { "market-data": { http_headers: { "X-API-Key": "YOUR_KEY" } } },
  });
  expect(gemini).toMatch(/ --header "X-API-Key: YOUR_KEY" market-data http/);
  expect(curl).toMatch(/^curl -H "X-API-Key: YOUR_KEY" http/);
});

it("has links that add this server to Cursor and VS Code", () => {
  const links = [...connectPanels(OPEN).text.matchAll(/href="([^"]+)"/g)].map(([, link]) =>
    link!.replace(/&#38;/g, "&"),
  );
  const [cursor, vsCode] = links.map((link) => new URL(link));
  expect(cursor!.searchParams.get("name")).toBe("market-data");
  const entry = { url: "http://127.0.0.1:8080/mcp" };
  expect(JSON.parse(atob(cursor!.searchParams.get("config")!))).toEqual(entry);
  expect(vsCode!.href).toMatch(/^vscode:mcp\/install\?/);
  expect(JSON.parse(decodeURIComponent(vsCode!.search.slice(1)))).toEqual({
    name: "market-data",
    type: "http",
    ...entry,
  });
});

it("starts the simulated market when this one is simulated", () => {
  expect(pastes({ ...OPEN, simulated: true })[1]).toContain('"--demo"');
});
