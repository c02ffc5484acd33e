/** The configuration to paste, per client. */
import { expect, it } from "vitest";
import { connectPanels } from "../../src/status/connect.js";

const OPEN = { base: "http://127.0.0.1:8080", needsKey: false, program: "/srv/it's/index.js", simulated: false };

function pastes(options: typeof OPEN): string[] {
  const found = connectPanels(options).text.matchAll(/<code>([^<]*)<\/code>/g);
  return [...found].map(([, text]) => text!.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))));
}

it("has no key when the server needs none", () => {
  const [claudeCode, claudeDesktop, cursor, vsCode, curl] = pastes(OPEN);
  expect(claudeCode).toBe("claude mcp add --transport http market-data http://127.0.0.1:8080/mcp");
  expect(JSON.parse(claudeDesktop!)).toEqual({
    mcpServers: { "market-data": { command: "node", args: ["/srv/it's/index.js"] } },
  });
  expect(JSON.parse(cursor!)).toEqual({ mcpServers: { "market-data": { url: "http://127.0.0.1:8080/mcp" } } });
  expect(JSON.parse(vsCode!)).toEqual({
    servers: { "market-data": { type: "http", url: "http://127.0.0.1:8080/mcp" } },
  });
  expect(curl).toBe("curl http://127.0.0.1:8080/api/v1/stock/AAPL");
});

it("has a placeholder for the key when the server needs one", () => {
  const [claudeCode, , cursor, vsCode, curl] = pastes({ ...OPEN, needsKey: true });
  expect(claudeCode).toMatch(/ --header "X-API-Key: YOUR_KEY"$/);
  for (const paste of [cursor, vsCode]) expect(paste).toContain('"X-API-Key": "YOUR_KEY"');
  expect(curl).toMatch(/^curl -H "X-API-Key: YOUR_KEY" http/);
});

it("starts the simulated market when this one is simulated", () => {
  expect(pastes({ ...OPEN, simulated: true })[1]).toContain('"--demo"');
});
