/** MCP messages that no client should send. */

/** Raw texts that are no valid requests. None may be answered with a result. */
export const MALFORMED: readonly string[] = [
  ...'{} [] 42 null true "text" {{ [{ } ] {"jsonrpc":"2.0"} {"id":1} {\'id\':1} NaN undefined -'.split(" "),
  "not json",
  '{"jsonrpc":"2.0",',
  "\u0000",
  "\u001B[31m",
  "\\",
  "<xml/>",
  "GET / HTTP/1.1",
  ...["1.0", "2", 2, 2.0, null, "2.0 ", ["2.0"]].map((jsonrpc) => JSON.stringify({ jsonrpc, id: 1, method: "ping" })),
  ...[null, 1.5, true, {}, [], [1], { $ne: 1 }].map((id) => JSON.stringify({ jsonrpc: "2.0", id, method: "ping" })),
  ...[null, 1, true, {}, [], ["ping"]].map((method) => JSON.stringify({ jsonrpc: "2.0", id: 1, method })),
  ...["text", 1, true, [[]], [1]].map((params) => JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping", params })),
  '[{"jsonrpc":"2.0","id":1,"method":"ping"}]',
  '[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":2,"method":"ping"}]',
  '{"jsonrpc":"2.0","id":1,"method":"ping"}{"jsonrpc":"2.0","id":2,"method":"ping"}',
  `${"[".repeat(100_000)}`,
  `${"[".repeat(100_000)}${"]".repeat(100_000)}`,
  `${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}`,
];

/** Well-formed requests that must end in a protocol error. */
export const REFUSED_REQUESTS: readonly { method: string; params?: unknown }[] = [
  ...[
    "nonsense",
    "tools/nothing",
    "TOOLS/LIST",
    "",
    " ",
    "__proto__",
    "constructor",
    "tools/call\u0000",
    "rpc.discover",
  ]
    .concat([
      "x".repeat(10_000),
      "resources/nothing",
      "prompts/get",
      "resources/read",
      "completion/complete",
      "ping/../x",
    ])
    .map((method) => ({ method })),
  ...[undefined, {}, { name: null }, { name: 1 }, { name: [] }, { name: {} }, { name: true }, { arguments: {} }].map(
    (params) => ({ method: "tools/call", params }),
  ),
  ...[{ cursor: "AAAA" }, { cursor: 1 }, { cursor: "" }, { cursor: "cm93IDA" }].flatMap((params) =>
    ["tools/list", "resources/list", "resources/templates/list", "prompts/list"].map((method) => ({ method, params })),
  ),
  ...["", 1, null, {}, "market://", "market://status/x", "market://stock//quote", "market://stock/%E0%A4%A/quote"]
    .concat(["market://stock/AAPL/financials/constructor", "market://movers/__proto__", "file:///etc/passwd"])
    .map((uri) => ({ method: "resources/read", params: { uri } })),
  ...[1, null, "", "loud", "INFO", "constructor"].map((level) => ({ method: "logging/setLevel", params: { level } })),
  ...["constructor", "", 1, null].map((name) => ({ method: "prompts/get", params: { name } })),
  ...[1, {}, { symbol: 1 }, { symbol: "\n" }, { symbol: "{}" }, { symbol: "A".repeat(300) }, { ticker: "AAPL" }].map(
    (given) => ({ method: "prompts/get", params: { name: "analyze_stock", arguments: given } }),
  ),
  ...[{}, { ref: 1 }, { ref: { type: "ref/prompt", name: "constructor" }, argument: { name: "x", value: "" } }].map(
    (params) => ({ method: "completion/complete", params }),
  ),
];

/** Unknown tool names. */
export const TOOL_NAMES: readonly string[] = [
  "",
  " ",
  "nothing",
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "valueOf",
  "search_symbols ",
  " search_symbols",
  "SEARCH_SYMBOLS",
  "Search_Symbols",
  "search-symbols",
  "search_symbols\0",
  "search_symbols/..",
  "../search_symbols",
  "search_symbols\r\nx",
  "sеarch_symbols",
  "x".repeat(1e4),
  "<script>",
  "*",
  "search_*",
];

/** Arguments that are not objects, as JSON. */
export const NO_ARGUMENTS: readonly string[] = ["1", "true", '["AAPL"]', "[[]]", '"AAPL"'];

/** Arguments that are too large or too deep to be parsed at all. */
export const TOO_HEAVY: Readonly<Record<string, string>> = {
  "80,000 keys": `{${Array.from({ length: 80_000 }, (_, index) => `"k${index}":1`).join()}}`,
  "a list 200,000 deep": `{"symbol":${"[".repeat(200_000)}${"]".repeat(200_000)}}`,
  "an object 100,000 deep": `{"symbol":${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}}`,
};

/** Arguments that would be expensive to traverse, or to repeat in an error. */
export const EXPENSIVE_ARGUMENTS: Readonly<Record<string, string>> = {
  "a number of a megabyte": `{"symbol":${"9".repeat(1_000_000)}}`,
  "a name of a megabyte": `{"${"n".repeat(1_000_000)}":1}`,
  "a text of a megabyte": `{"symbol":"${"\\u0041".repeat(160_000)}"}`,
  "a number beyond all numbers": '{"symbol":"AAPL","limit":1e400}',
  __proto__: '{"__proto__":{"symbol":"AAPL"}}',
  "constructor.prototype": '{"constructor":{"prototype":{"symbol":"AAPL"}}}',
  "lone surrogates": '{"symbol":"\\ud800\\udfff\\ud800"}',
};
