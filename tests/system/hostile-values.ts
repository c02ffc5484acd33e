/** Values that a parameter must reject, by its name or schema; unknown parameters and addresses. */
import type { Capability } from "../../src/contract/capability.js";
import { whyNoSymbol } from "../../src/contract/fields.js";
import { withoutAbsent } from "../../src/arguments/absent.js";
import { toJsonSchema, z, type JsonSchema } from "../../src/contract/schema.js";

const LONG = ["a", ",", "^", " ", "[", "("].map((character) => character.repeat(3_000));

const FORGED = [
  "\r\nX-Evil: 1",
  "\n",
  "\0",
  "AAPL\0",
  "\u001B[31mAAPL",
  "\t\v\f",
  "AAPL\u007F",
  "<script>alert(1)</script>",
  "' OR 1=1 --",
  '"; DROP TABLE stocks; --',
  "${jndi:ldap://evil.invalid/x}",
  "{{7*7}}",
  "`id`",
  "$(id)",
  "../../etc/passwd",
  "..\\..\\windows\\win.ini",
  "file:///etc/passwd",
  "http://169.254.169.254/latest/meta-data/",
  "__proto__",
  "AAPL&apikey=xx&function=yy",
  "=1?x=1#y",
];

const UNICODE = [
  "ＡＡＰＬ",
  "ААPL",
  "ſ",
  "ı",
  "ß",
  "\u202EAAPL",
  "AAPL\u200B",
  "\uFEFFAAPL",
  "👾",
  "٣",
  "１",
  "AAPL\u0301",
  "\u{E0041}AAPL",
  "AAPL\u2028",
];

const SYMBOLS = [
  ...["/", "\\", "?", "#", "%", ",", ";", ":", "*", "$", "{", "}", "<", ">", '"', "'", "+", "~", "|", "@", "!"].flatMap(
    (character) => [`AA${character}PL`, character],
  ),
  " ",
  "   ",
  "..",
  "A..B",
  ".AAPL",
  "-AAPL",
  "=X",
  "&",
  "^",
  "^^GSPC",
  "A^GSPC",
  "AAPL MSFT",
  "AAPL,MSFT",
  "AAPL/../MSFT",
  "AAPL%2F..",
  "%2e%2e",
  "%252e%252e",
  "A".repeat(25),
  "A".repeat(2_000),
  "toString()",
  "_",
];

const NOT_WHOLE = [
  ..."-1|1.5|abc|NaN|Infinity|-Infinity|20abc|1e2|1e309|1,000|1_000|0x10|0b11|0o7|--5|+5|5;5|5 5| 5|5 ".split("|"),
  ..."null|true|undefined|[]|{}|[5]|.5|5.|5.0|99999999999999999999|9007199254740993|1e|$5|5%|5n".split("|"),
];

const NOT_DECIMAL = [
  ..."abc|NaN|Infinity|-Infinity|1e309|-1e309|1,000|1_000|0x1F|0b1|--5|+1| 1|1 |1 2|1.2.3|.|-|e5|1e|1e+|1f".split("|"),
  ..."null|true|undefined|[]|{}|[1]|$5|5%|1/2|1;2|½|١|1d|1L|1e5e5|-".split("|"),
];

const NOT_LISTED = [
  ..."foo|weekly|biannually|Tech|techno|income,balance|null|0|1|true".split("|"),
  ..."constructor|toString|hasOwnProperty|Technology,Energy|income;cash|[income]|*|%|".split("|"),
];

const NOT_A_COUNTRY = "USA|USA1|UK|XX|ZZ|U|1|US,CA|US CA|U S|??|**|EU1|840|United States|u|us-|-us".split("|");

const WHOLE = ["", " ", ...NOT_WHOLE, ...FORGED, ...UNICODE, ...LONG];
const DECIMAL = ["", " ", ...NOT_DECIMAL, ...FORGED, ...UNICODE, ...LONG];
/** Text parameters may not be blank, contain control characters or be that long. */
const TEXT = ["", " ", ...FORGED.slice(0, 7), ...LONG];

const KINDS: Readonly<Record<string, readonly string[]>> = {
  symbol: [...SYMBOLS, ...FORGED, ...UNICODE, ...LONG.map((long) => long.slice(0, 1_000))],
  q: ["", " ", "\t", " ".repeat(500), "a".repeat(101), "ä".repeat(101), ...FORGED.slice(0, 7), ...LONG],
  as_of: WHOLE,
  country: ["", " ", ...NOT_A_COUNTRY, ...FORGED, ...UNICODE, ...LONG],
};

/** Values of a filer, which may also be a name: nothing without a letter or digit, no marks, no control characters. */
const FILERS = [
  ...SYMBOLS.filter((value) => !/[A-Za-z]/.test(value)),
  "AA<PL",
  "AA>PL",
  'AA"PL',
  "AAPL MSFT",
  "AAPL,MSFT",
  "A".repeat(2_000),
  ...FORGED.filter((value) => /[\p{C}<>"]/u.test(value)),
  "\u202EAAPL",
  "AAPL\u200B",
  "\uFEFFAAPL",
  "👾",
  "\u{E0041}AAPL",
  "AAPL\u2028",
  ...LONG.map((long) => long.slice(0, 1_000)),
];

/** Lists of symbols that are one too long, have gaps or contain duplicates. */
const listsFor = ({ maxItems }: JsonSchema) => [
  "AAPL,AAPL",
  "AAPL,aapl",
  "AAPL,,MSFT",
  ",AAPL",
  "AAPL,",
  Array.from({ length: Number(maxItems) + 1 }, (_, i) => `S${i}`).join(),
];

/** Texts that a parameter must reject, by its name or by its schema. */
export function refusedValues(parameter: string, schema: JsonSchema): readonly string[] {
  if (parameter === "symbols") {
    return [...KINDS["symbol"]!.filter((value) => !/^[A-Z]+,[A-Z]+$/.test(value)), ...listsFor(schema)];
  }
  if (isFiler(parameter, schema)) return FILERS;
  if (parameter === "limit") return [...WHOLE, "0", "-0", String(Number(schema["maximum"]) + 1), "1000000000"];
  const { enum: words, type } = schema;
  if (Array.isArray(words)) {
    return [...NOT_LISTED, ...FORGED, ...UNICODE, ...LONG].filter((value) => !words.includes(value));
  }
  if (type === "boolean") return WHOLE.filter((value) => value !== "true");
  const known = KINDS[parameter]?.filter(
    (value) => !/^[aä]+$/.test(value) || value.length > Number(schema["maxLength"]),
  );
  return known ?? (type === "number" ? DECIMAL : type === "string" ? TEXT : WHOLE);
}

/** Whether a parameter takes the names of filers, which may have 100 characters. */
const isFiler = (parameter: string, { maxLength }: JsonSchema) =>
  parameter === "manager" || (parameter === "symbol" && maxLength === 100);

/** Whether a list of which each item has its own row has an item that is asked for. */
export function asksFor(capability: Capability, items: readonly string[]): boolean {
  if (capability.tool.rows?.failed === undefined) return false;
  const parsed = capability.input.safeParse({ symbols: items });
  return parsed.success && (parsed.data["symbols"] as string[]).some((item) => whyNoSymbol(item) === undefined);
}

/** The JSON Schema of each parameter of a shape. */
export function schemasOf(shape: z.ZodRawShape): Readonly<Record<string, JsonSchema>> {
  return toJsonSchema(z.object(shape))["properties"] as Record<string, JsonSchema>;
}

/** Whether a tool accepts the text although a route rejects it: numbers and lists as models write them. */
export function isUnderstood(parameter: string, value: string, schema: JsonSchema): boolean {
  // A symbol in quotes is the symbol.
  if (/^symbols?$|^with$/.test(parameter) && value === "`id`") return true;
  // Separators of a list, of which the last one may have nothing after it; white space around an item goes.
  if (parameter === "symbols" && /^AA[;|]PL$|^AAPL,$|^\uFEFFAAPL$|^AAPL\u2028$/.test(value)) return true;
  // A number with the sign of its unit; tests/mcp/spellings.test.ts has those with another one.
  if (schema["type"] === "number" && /^(?:\$5|5%)$/.test(value)) return true;
  if (parameter.startsWith("market_cap_") && value === "$5") return true;
  if (parameter === "windows" && value === "5.0") return true;
  if (parameter === "fields") return /^\s*\w{1,64}(?:(?:\s*,\s*| +)\w{1,64})*\s*$/.test(value);
  if (parameter === "symbols") return /^ *[A-Z]{1,5}(?: +[A-Z]{1,5})+ *$/.test(value);
  if (parameter === "interval") return ["hourly", "daily", "weekly", "monthly"].includes(value.toLowerCase());
  if (parameter === "range") return /^(?:1w|1wk|week|weekly)$/i.test(value);
  if (parameter === "country") return /^(?:USA|UK|United States)$/.test(value);
  if (parameter === "sector" && /^tech$/i.test(value)) return true;
  if (parameter === "windows") return /^\s*\[?\d+\]?\s*$/.test(value);
  if (schema["type"] === "boolean") return /^(?:true|false|yes|no|0|1)$/i.test(value);
  // The singular or plural of a listed value, with blanks around it.
  const listed = (schema["enum"] as string[] | undefined)?.map((word) => word.toLowerCase().replace(/s$/, ""));
  if (listed?.includes(value.trim().toLowerCase().replace(/s$/, ""))) return true;
  const isWhole = schema["type"] === "integer";
  if (!isWhole && !/_(?:min|max)$/.test(parameter) && !["min_percent", "near"].includes(parameter)) return false;
  if (!/^\s*\+?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:e\d{1,2})?\s*$/i.test(value)) return false;
  const number = Number(value.replaceAll(",", ""));
  if (isWhole) {
    const [least, most] = [Number(schema["minimum"] ?? 1), Number(schema["maximum"])];
    return Number.isInteger(number) && number >= least && number <= most;
  }
  return /^(?:price|beta)_/.test(parameter) || Number.isSafeInteger(number);
}

/** Invalid values for any tool argument that are not text. */
export const REFUSED_ARGUMENTS: readonly unknown[] = [
  null,
  true,
  false,
  [],
  ["AAPL"],
  ["AAPL", "MSFT"],
  [[[]]],
  {},
  { toString: "AAPL" },
  { $ne: null },
  { constructor: { prototype: { polluted: true } } },
  -1,
  0.5,
  -0.5,
  1e21,
  1e308,
];

/** Parameters that no endpoint has. */
export const UNKNOWN_NAMES: readonly string[] = [
  ..."debt_max|debt_min|__proto__|constructor|toString|hasOwnProperty|a[b]|__proto__[x]|constructor[prototype][x]".split(
    "|",
  ),
  ..."limit[]|limit[0]|LIMIT|Limit| limit|limit |symbol[]|symbols|SYMBOL|callback|jsonp|format|debug|admin".split("|"),
  ..."offset|page|cursor|_|$where|function|apikey|api_key|key|token|access_token|APIKEY".split("|"),
  "x\r\ny",
  "x".repeat(3_000),
  ..."\0|💥|ｌｉｍｉｔ|<b>|../x|a.b|a b|%|#|&|=".split("|"),
];

/** Unknown or malformed addresses. */
export const ADDRESSES: readonly string[] = [
  ..."/api /api/ /api/v1 /api/v1/ /api/v1/nothing /api/v2/crypto /API/v1/crypto /api/v1/crypto/ /api/v1//crypto".split(
    " ",
  ),
  ..."//api/v1/crypto /./api/v1/crypto /api/v1/stock/ /api/v1/stock//overview /api/v1/stock/AAPL/ /favicon.png".split(
    " ",
  ),
  ..."/api/v1/stock/AAPL/nothing /api/v1/stock/AAPL/overview/x /api/v1/stock/../../healthz /api/v1/stock/..".split(" "),
  ..."/api/v1/stock/%2e%2e/overview /api/v1/stock/..%2f..%2fetc%2fpasswd /api/v1/stock/%2E%2E%2F%2E%2E/overview".split(
    " ",
  ),
  ..."/api/v1/stock/AAPL%2Foverview /api/v1/stock/AAPL%3Fx%3D1 /api/v1/stock/AAPL%23 /api/v1/stock/AAPL;x=1".split(" "),
  ..."/api/v1/stock/%00 /api/v1/stock/%0d%0aX-Evil:%201 /api/v1/stock/%E0%A4%A /api/v1/stock/% /api/v1/stock/%zz".split(
    " ",
  ),
  ..."/api/v1/stock/%ED%A0%80 /api/v1/stock/%C0%AE%C0%AE /api/v1/stock/%FF%FE /api/v1/stock/%u0041 /%zz /%00 /%".split(
    " ",
  ),
  ..."/api/v1/search?q=% /api/v1/search?q=%E0%A4%A /api/v1/search?q=%ED%A0%80 /api/v1/search?%FF=1 /api/v1/search".split(
    " ",
  ),
  ..."/api/v1/search? /api/v1/search?q /api/v1/search?q= /api/v1/search?=x /api/v1/search?q=a&q=b".split(" "),
  ..."/api/v1/search?q=a&q=a /api/v1/search?q=a&%71=b /api/v1/crypto?limit=1&limit=2 /api/v1/crypto?limit=1&l%69mit=2".split(
    " ",
  ),
  ..."/api/v1/screener?price_min=2&price_max=1 /api/v1/screener?market_cap_min=2&market_cap_max=1".split(" "),
  ..."/api/v1/screener?beta_min=2&beta_max=1 /api/v1/screener?price_min=1e10&price_max=-1".split(" "),
  ..."/.env /.git/config /etc/passwd /wp-admin/ /admin /metrics/ /docs// /openapi.json/x /healthz/ /readyz%20".split(
    " ",
  ),
  ..."/mcp/ /MCP /mcp/x /sse /messages /.well-known/nothing /api/v1/stock/AAPL%20%0A/overview /*".split(" "),
  `/api/v1/crypto?${Array.from({ length: 400 }, (_, index) => `p${index}=1`).join("&")}`,
  `/api/v1/stock/${"A".repeat(5_000)}`,
  `/api/v1/search?q=${"a".repeat(10_000)}`,
  `/api/v1/${"a/".repeat(1_500)}`,
  `/${"%2e%2e%2f".repeat(300)}etc/passwd`,
];

/** Methods that no route has. */
export const METHODS = "POST PUT PATCH DELETE TRACE PROPFIND LINK PURGE SEARCH REPORT".split(" ");

/** Whether the value stands for nothing, or has items that do: it is then taken as absent, and not refused. */
export function isNothing(parameter: string, value: unknown, shape: z.ZodRawShape): boolean {
  const { present } = withoutAbsent({ [parameter]: value }, shape);
  return JSON.stringify(present) !== JSON.stringify({ [parameter]: value });
}
