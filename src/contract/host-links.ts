/** Links that add a server to a host with one click. The status page's script uses them too, so nothing here needs Node. */

/** Hosts that have such links. */
export type LinkedHost = "cursor" | "vscode";

/** The name under which hosts list this server. */
export const SERVER_NAME = "market-data";

/** Returns the link that opens the host and asks its user to add this entry. */
export function toHostLink(host: LinkedHost, entry: Readonly<Record<string, unknown>>): string {
  if (host === "vscode")
    return `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: SERVER_NAME, ...entry }))}`;
  const config = encodeURIComponent(toBase64(JSON.stringify(entry)));
  return `cursor://anysphere.cursor-deeplink/mcp/install?name=${SERVER_NAME}&config=${config}`;
}

function toBase64(text: string): string {
  return btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(""));
}
