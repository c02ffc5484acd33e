/** Headers of answers and failures, as OpenAPI describes them. */
import { PROVIDER_IDS, toTitle } from "../contract/provider-id.js";
import type { JsonSchema } from "../contract/schema.js";

const [FIRST, SECOND] = PROVIDER_IDS;

/** Every header, by its name. */
export const HEADERS = {
  Age: seconds("Seconds since the data came from its source", 6),
  "Cache-Control": text(
    "How many seconds the answer stays fresh; begins with `private` where keys or tokens are required",
    "max-age=9",
  ),
  "Cache-Status": text(
    "RFC 9211: hit, fwd=miss (fetched) or fwd=stale (old, because it could not be fetched)",
    "market-data-mcp; hit; ttl=9",
  ),
  ETag: text("Identifies this body in its encoding, for If-None-Match", '"2jmj7l5rSw0yVb_vlWAYkK_YBwk"'),
  "Content-Encoding": text("br or gzip, if Accept-Encoding allows it; short bodies are sent as they are", "gzip"),
  Vary: text("The request headers that change this answer", "Accept, Accept-Encoding"),
  "X-Data-Currency": text(
    "Currency of the prices, then fields in another one; absent where unknown or stated in the rows. Listings in a minor unit (GBp pence, ZAc and USX cents, ILA agorot, KWF fils) have their market cap in the currency itself",
    "GBp; marketCap=GBP",
  ),
  "X-Data-Sources": text(
    "The provider that answered, those passed over and why, those that enriched which fields, and missing fields",
    `${SECOND}; reason="${FIRST}: not in plan"`,
  ),
  "X-Data-Stale": text("Why no newer answer could be fetched; for stale answers only", `${toTitle(FIRST)}: timed out`),
  "X-Data-Notes": text(
    "Sentences that a reader needs beside the data; only where there are some",
    "As known on 2025-06-30: 3 of 5 were public by then.",
  ),
  "X-Data-Simulated": text("`true` when every figure is invented (--demo); only then", "true"),
  "X-Request-Id": text("Identifies this request in the server's log", "0b8f5e0a-4c43-4f0c-9f3b-6a6a0d0f8c11"),
  "RateLimit-Policy": text(
    "Limits of the caller's plan: calls and seconds; only for limited callers",
    '"minute";q=20;w=60, "day";q=1000;w=86400',
  ),
  RateLimit: text(
    "What is left of the plan, and for how many seconds; only for limited callers",
    '"minute";r=19;t=60, "day";r=940;t=35211',
  ),
  "Retry-After": seconds("Seconds after which asking again may help, where they are known", 60),
  "WWW-Authenticate": text("How to authenticate", 'Bearer realm="market-data-mcp"'),
} as const satisfies Record<string, JsonSchema>;

type HeaderName = keyof typeof HEADERS;

const EVERYWHERE: readonly HeaderName[] = ["X-Request-Id", "X-Data-Simulated"];
const COUNTED: readonly HeaderName[] = ["RateLimit", "RateLimit-Policy"];
const SETS = {
  answer: [
    "Age",
    "Cache-Control",
    "Cache-Status",
    "Content-Encoding",
    "ETag",
    "Vary",
    "X-Data-Currency",
    "X-Data-Notes",
    "X-Data-Sources",
    "X-Data-Stale",
    ...COUNTED,
    ...EVERYWHERE,
  ],
  failure: [...COUNTED, ...EVERYWHERE],
  temporary: ["Retry-After", ...COUNTED, ...EVERYWHERE],
  unauthorized: ["WWW-Authenticate", ...EVERYWHERE],
  rejection: EVERYWHERE,
} as const satisfies Record<string, readonly HeaderName[]>;

/** Returns references to the headers that a response of this kind can have. */
export function toHeaderReferences(set: keyof typeof SETS): JsonSchema {
  return Object.fromEntries(SETS[set].map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function text(description: string, example: string) {
  return { description, schema: { type: "string" }, example };
}

function seconds(description: string, example: number) {
  return { description, schema: { type: "integer", minimum: 0 }, example };
}
