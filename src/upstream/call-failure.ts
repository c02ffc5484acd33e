/** How a request failed, by the code of its error. */

/** A failed request; after a transient failure a retry may succeed. */
interface Failure {
  failed: "bad_answer" | "unreachable";
  transient: boolean;
}

const TRANSIENT = new Set([
  "ECONNRESET",
  "ECONNREFUSED",
  "ECONNABORTED",
  "EPIPE",
  "ETIMEDOUT",
  "EAI_AGAIN",
  "ENETUNREACH",
  "EHOSTUNREACH",
  "ERR_STREAM_PREMATURE_CLOSE",
]);

/** Returns the failure for the code of an error of `got` or of Node. */
export function toFailure(code: unknown): Failure {
  const name = typeof code === "string" ? code : "";
  // HPE_* means that the response is not HTTP; Z_* and ERR__* that it is not compressed as its header claims.
  if (/^(?:HPE_|Z_|ERR__|ERR_BROTLI|ERR_ZSTD)/.test(name)) return { failed: "bad_answer", transient: false };
  // got's ReadError for an incomplete body has this general code.
  return { failed: "unreachable", transient: TRANSIENT.has(name) || name === "ERR_READING_RESPONSE_STREAM" };
}
