/** The JSON of results: their object is written once, although they contain it twice. */
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";

/** The JSON of the objects in results, as their text block has it, and the same as a string of JSON. */
const jsonOf = new WeakMap<object, { text: string; quoted: string }>();

/** Keeps the JSON of an object for as long as the object is in memory. */
export function keepJson(object: object, text: string): void {
  jsonOf.set(object, { text, quoted: JSON.stringify(text) });
}

/** Returns a message as JSON. */
export function toJson(message: object): string {
  const { result, ...frame } = message as { result?: CallToolResult };
  const json = result?.structuredContent && jsonOf.get(result.structuredContent);
  if (!json) return JSON.stringify(message);
  const { content: _text, structuredContent: _object, ...more } = result;
  const meta = JSON.stringify(more).slice(1, -1);
  // Only added up, because the text is put together when it is sent.
  const before = `${JSON.stringify(frame).slice(0, -1)},"result":{${meta}${meta === "" ? "" : ","}`;
  return `${before}"content":[{"type":"text","text":${json.quoted}}],"structuredContent":${json.text}}}`;
}
