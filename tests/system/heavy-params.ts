/** Parameters of almost one megabyte that are as expensive to parse as possible. */

const list = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index)).join();
const keys = (count: number) => `{${list(count, (index) => `"${index.toString(36)}":1`)}}`;
const nested = (open: string, middle: string, close: string, depth: number) =>
  open.repeat(depth) + middle + close.repeat(depth);
const asTool = (args: string) => `{"name":"get_quotes","arguments":${args}}`;

/** The text of `params` by its shape. */
export const HEAVY_PARAMS: Readonly<Record<string, string>> = {
  "110,000 keys in _meta": `{"name":"get_quotes","_meta":${keys(110_000)}}`,
  "110,000 keys in params": keys(110_000),
  "110,000 keys in arguments": asTool(keys(110_000)),
  "9,900 keys in _meta": `{"name":"get_quotes","_meta":${keys(9_900)}}`,
  "9,900 keys in params": keys(9_900),
  "9,900 keys in arguments": asTool(keys(9_900)),
  "9,900 long keys in arguments": asTool(`{${list(9_900, (index) => `"${String(index).padEnd(95, "x")}":1`)}}`),
  "9,900 long keys in _meta": `{"_meta":{${list(9_900, (index) => `"${String(index).padEnd(95, "x")}":1`)}}}`,
  "lists 450,000 deep": `{"_meta":{"a":${nested("[", "", "]", 450_000)}}}`,
  "objects 150,000 deep in arguments": asTool(nested('{"a":', "1", "}", 150_000)),
  "330,000 empty objects": `{"x":[${list(300_000, () => "{}")}]}`,
  "80,000 objects of different shapes": `{"x":[${list(75_000, (index) => `{"k${index}":1}`)}]}`,
  "400,000 numbers in symbols": asTool(`{"symbols":[${list(400_000, () => "1")}]}`),
  "9,900 texts in symbols": asTool(`{"symbols":[${list(9_900, () => '"AAPL"')}]}`),
  "9,900 numbers in symbols": asTool(`{"symbols":[${list(9_900, () => "1")}]}`),
  "a number of a megabyte": asTool(`{"symbols":${"9".repeat(1_000_000)}}`),
  "a text of a megabyte in arguments": asTool(`{"symbols":"${"A,".repeat(500_000)}"}`),
  "a text of a megabyte in _meta": `{"name":"get_quotes","_meta":{"a":"${"x".repeat(1_000_000)}"}}`,
  "a text of escapes": asTool(`{"symbols":"${"\\u0041".repeat(160_000)}"}`),
  "a text of quotes": asTool(`{"symbols":"${'\\"'.repeat(500_000)}"}`),
  "a key of a megabyte": asTool(`{"${"x".repeat(1_000_000)}":1}`),
  "a tool name of a megabyte": `{"name":"${"x".repeat(1_000_000)}"}`,
  "a progress token of a megabyte": `{"name":"get_quotes","_meta":{"progressToken":"${"x".repeat(1_000_000)}"}}`,
};
