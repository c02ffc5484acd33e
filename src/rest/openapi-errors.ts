/** All errors of an endpoint for OpenAPI: by status, each with its exact shape. */
import type { Capability, ErrorBody } from "../contract/capability.js";
import { PLAIN_ERRORS, toFailed, toRejected, type Rejection } from "../views/error-body.js";
import { FAILURES, MarketDataError, tryAgainIn, UNEXPECTED, type FailureKind } from "../contract/errors.js";
import { parseInput } from "../contract/input.js";
import { toUnsetOptions, type ProviderDescription } from "../contract/provider-description.js";
import { toKeyVariable } from "../contract/provider-id.js";
import type { Entry } from "../contract/entry.js";
import { toTypeName } from "../lib/capital.js";
import { groupBy } from "../lib/group-by.js";
import type { JsonSchema, z } from "../contract/schema.js";
import type { SourceNames } from "../views/source-names.js";
import { inStyle, say, the, type Sentence } from "../contract/sentence.js";
import { toHeaderReferences } from "./openapi-headers.js";

/** The providers of the server, and their names in sentences. */
interface Names {
  providers: readonly ProviderDescription[];
  of: SourceNames;
}

/** One way to fail. */
interface FailureExample {
  status: number;
  kind: string;
  body: ErrorBody;
}

const SYMBOL = "NOSUCH";
const RETRY_SECONDS = 60;

/** Returns the message of each kind in the examples, about the first of these providers. */
function toExampleMessages([first, second]: readonly ProviderDescription[]): Partial<
  Record<FailureKind, string | Sentence>
> {
  const source = first ? the.source(first.id) : "A source";
  const other = second ? say`, ${the.source(second.id)} could not be reached` : "";
  const variable = first && (first.needsKey ? toKeyVariable(first.id) : toUnsetOptions(first, {})[0]?.variable);
  return {
    invalid_input: "",
    unauthorized: "A valid key is needed. Send it in the header X-API-Key, or as Authorization: Bearer.",
    not_found: `No source knows the symbol ${SYMBOL}. /api/v1/search finds the right one.`,
    no_coverage: `No source has this for ${SYMBOL}.`,
    insufficient_history: `The accounts of ${SYMBOL} do not reach back far enough to value it.`,
    rate_limited: say`The starter plan allows 20 calls a minute, and they are used up. ${tryAgainIn(RETRY_SECONDS)}`,
    upstream_limited: say`${source} is limiting our requests. ${tryAgainIn(RETRY_SECONDS)}`,
    overloaded: say`${source} has as many requests from us as our own limits allow. ${tryAgainIn(RETRY_SECONDS)}`,
    upstream_unavailable: say`${source} did not answer in time${other}.`,
    not_configured: say`${source} is not configured.${variable ? ` Set ${variable}.` : ""}`,
    internal: UNEXPECTED,
  };
}

/** Rejections before routing, by their names. */
export type Rejections = Readonly<Record<string, Rejection>>;

const DESCRIPTIONS: Readonly<Record<number, string>> = {
  400: "A parameter is wrong; the text names it, its value and the values allowed",
  401: "A key is missing or wrong",
  403: "The Host or Origin of the request is not served here",
  404: "The symbol is unknown, or there is no data about it",
  406: "Accept allows neither JSON nor CSV",
  414: "The address is too long",
  431: "The headers are too many or too long",
  422: "Too little financial history for the calculation",
  429: "The caller's plan or an upstream's limit is used up, or its queue is full",
  500: "The data could not be fetched, or something went wrong on our side",
  503: "The data could not be fetched, or the server is stopping",
};

const FIELDS: Readonly<Record<string, JsonSchema>> = {
  error: { type: "string", description: "A short phrase that stays the same" },
  detail: { type: "string", description: "What was attempted, what was found, what to do next" },
  message: { type: "string", description: "What was attempted, what was found, what to do next" },
  code: { type: "integer", description: "The status" },
  retry_after: { type: "integer", minimum: 1, description: "Seconds, as in Retry-After" },
  retryAfter: { type: "integer", minimum: 1, description: "Seconds, as in Retry-After" },
};

/** Returns the error responses of one endpoint, by status. */
export function toErrorResponses(entry: Entry, rejections: Rejections, names: Names): Record<string, JsonSchema> {
  const byStatus = groupBy(failuresOf(entry, rejections, names), ({ status }) => status);
  return Object.fromEntries([...byStatus].map(([status, failures]) => [String(status), toResponse(status, failures)]));
}

/** Returns the schemas of all error bodies, by the names that responses refer to. */
export function toErrorSchemas(
  capabilities: readonly Capability[],
  rejections: Rejections,
): Record<string, JsonSchema> {
  const kinds = Object.keys(toExampleMessages([])) as FailureKind[];
  const failures = capabilities.flatMap((capability) => [
    ...bodiesOf(capability, kinds),
    ...toFailures(rejections, capability),
  ]);
  return Object.fromEntries(failures.map(({ body }) => [shapeNameOf(body), toShape(body)]));
}

function toFailures(rejections: Rejections, { errors }: Capability): FailureExample[] {
  return Object.entries(rejections).map(([kind, rejection]) => {
    const { status, body } = toRejected(rejection.inShapeOfRoute ? errors : PLAIN_ERRORS, rejection);
    return { status, kind, body };
  });
}

function failuresOf({ capability, own }: Entry, rejections: Rejections, names: Names): FailureExample[] {
  const kinds: FailureKind[] = [
    "invalid_input",
    "unauthorized",
    ...("symbol" in capability.input.shape || "symbols" in capability.input.shape ? (["not_found"] as const) : []),
    ...(capability.errors.also ?? []),
    "rate_limited",
    ...(!own ? (["upstream_limited", "overloaded", "upstream_unavailable", "not_configured"] as const) : []),
    "internal",
  ];
  return [...bodiesOf(capability, kinds, names), ...toFailures(rejections, capability)].sort(
    (one, other) => one.status - other.status,
  );
}

/** Returns the endpoint's message for an invalid value; for an unknown parameter if it has no parameters. */
function invalidInputMessage(capability: Capability): Sentence | string {
  const shape = capability.input.shape as z.ZodRawShape;
  const names = Object.keys(shape);
  const required = names.find((each) => each !== "symbol" && !shape[each]!.isOptional());
  const name = required ?? ["limit", "symbol"].find((each) => names.includes(each)) ?? names[0] ?? "limit";
  try {
    const given = name === "limit" ? 0 : "";
    parseInput(capability, { ...(names.includes("symbol") ? { symbol: SYMBOL } : {}), [name]: given });
  } catch (error) {
    if (error instanceof MarketDataError) return error.sentence;
  }
  return "";
}

/** Returns the bodies of these failures; without `names` their sentences have the letters of the providers only. */
function bodiesOf(capability: Capability, kinds: readonly FailureKind[], names?: Names): FailureExample[] {
  const messages = toExampleMessages(names?.providers ?? []);
  return kinds.map((kind) => {
    const retryAfterSeconds = FAILURES[kind].status === 429 ? RETRY_SECONDS : undefined;
    const says = kind === "invalid_input" ? invalidInputMessage(capability) : (messages[kind] ?? "");
    const error = new MarketDataError(kind, says, { retryAfterSeconds });
    const message = inStyle(error.sentence, names ? { source: names.of.writer() } : {});
    const { status, body } = toFailed(capability.errors, error, SYMBOL, message);
    return { status, kind, body };
  });
}

function toResponse(status: number, failures: readonly FailureExample[]): JsonSchema {
  const names = [...new Set(failures.map(({ body }) => shapeNameOf(body)))];
  const schemas = names.map((name) => ({ $ref: `#/components/schemas/${name}` }));
  return {
    description: DESCRIPTIONS[status] ?? "It failed",
    headers: toHeaderReferences(headersOf(status)),
    content: {
      "application/json": {
        schema: schemas.length === 1 ? schemas[0] : { anyOf: schemas },
        examples: Object.fromEntries(failures.map(({ kind, body }) => [kind, { value: body }])),
      },
    },
  };
}

function headersOf(status: number): Parameters<typeof toHeaderReferences>[0] {
  if (status === 401) return "unauthorized";
  if (status === 403 || status === 406 || status === 414 || status === 431) return "rejection";
  return status === 429 || status >= 500 ? "temporary" : "failure";
}

/** `{error, message, code}` → `ErrorMessageCode`. */
function shapeNameOf(body: ErrorBody): string {
  return Object.keys(body).map(toTypeName).join("");
}

function toShape(body: ErrorBody): JsonSchema {
  const names = Object.keys(body);
  return {
    type: "object",
    properties: Object.fromEntries(names.map((name) => [name, FIELDS[name] ?? {}])),
    required: names,
    additionalProperties: false,
  };
}
