/** Other spellings of an address, none of which may be answered. */

/** A request target as it stands in the request line. */
export interface Spelling {
  target: string;
  /** The `Host` header; by default the server's own. */
  host?: string;
  status: 400 | 404;
}

/** Returns spellings of a route's example path; `host` is the server's own host and port. */
export function spellingsOf(route: string, path: string, host: string): Spelling[] {
  return [...inFixedPart(route, path), ...withHost(path, host)];
}

/** Spellings that differ from the path in the part that the route fixes. */
function inFixedPart(route: string, path: string): Spelling[] {
  const mark = path.indexOf("?");
  const query = mark < 0 ? "" : path.slice(mark);
  const segments = (mark < 0 ? path : path.slice(0, mark)).split("/");
  const fixed = route.split("/").flatMap((segment, index) => (/^$|\{/.test(segment) ? [] : [index]));
  const withSegment = (index: number, ...other: string[]) => [
    ...segments.slice(0, index),
    ...other,
    ...segments.slice(index + 1),
  ];
  const paths = fixed.flatMap((index) => {
    const segment = segments[index]!;
    const rest = segment.slice(1);
    const others = [
      encoded(segment[0]!) + rest,
      encoded(segment[0]!).toLowerCase() + rest,
      segment.slice(0, -1) + encoded(segment.at(-1)!),
      [...segment].map(encoded).join(""),
      `%25${encoded(segment[0]!).slice(1)}${rest}`,
      segment.toUpperCase(),
      ...[";", ";x=1", "%3B", ".", "%2E", "%00", "%20", "%09", "%2F", "%5C", "\\", "#"].map((end) => segment + end),
    ];
    return [
      ...others.map((other) => withSegment(index, other).join("/")),
      withSegment(index, "", segment).join("/"),
      withSegment(index, ".", segment).join("/"),
      withSegment(index, "..", segment).join("/"),
      withSegment(index, "x", "..", segment).join("/"),
      withSegment(index, "%2e", segment).join("/"),
      withSegment(index, "x", "%2E%2e", segment).join("/"),
    ];
  });
  const plain = segments.join("/");
  const more = [`/\\${plain.slice(1)}`, plain.replaceAll("/", "\\").replace("\\", "/")];
  // The endpoint of MCP answers with a slash behind it, too.
  if (plain !== "/mcp") more.push(`${plain}/`);
  const misencoded = [plain.replace("/api", "/%c0%afapi"), plain.replace("/api", "/%e1pi")];
  return [
    ...[...paths, ...more]
      .filter((other) => other !== plain)
      .map((target) => ({ target: target + query, status: 404 as const })),
    // Bytes that are not UTF-8 are a malformed escape.
    ...(path.startsWith("/api") ? misencoded.map((target) => ({ target: target + query, status: 400 as const })) : []),
  ];
}

/** Addresses in absolute form (RFC 9112, section 3.2.2) whose host is not the one in `Host`, or not ours. */
function withHost(path: string, host: string): Spelling[] {
  const bare = host.replace(/:\d+$/, "");
  const absolute = [
    `http://evil.example${path}`,
    `HTTP://EVIL.EXAMPLE${path}`,
    `https://evil.example:443${path}`,
    `http://${bare}${path}`,
    `http://${host.replace("127.0.0.1", "localhost")}${path}`,
    `http://${host}.${path}`,
    `http://user@${host}${path}`,
    `http://user:word@${host}${path}`,
    `http://${host}@evil.example${path}`,
    `http://evil.example?${path}`,
    `ftp://${host}${path}`,
    `ws://${host}${path}`,
  ];
  return [
    ...absolute.map((target) => ({ target, status: 400 as const })),
    { target: `http://evil.example${path}`, host: "evil.example", status: 400 },
    { target: `//evil.example${path}`, status: 404 },
    { target: `//${host}${path}`, status: 404 },
    { target: `/http://${host}${path}`, status: 404 },
    { target: `*${path}`, status: 404 },
  ];
}

function encoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
