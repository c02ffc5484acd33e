/** Rejections before routing: one table for the service, malformed requests, the MCP endpoint and the OpenAPI document. */
import { NOT_ACCEPTABLE } from "../rest/router.js";
import type { Rejection } from "../views/error-body.js";
import { MAX_BODY_BYTES } from "./request-body.js";

/** Limit of path and query together, in bytes. */
export const MAX_URL_BYTES = 4 * 1024;
/** Limit of header names and values together, so 1,000 headers. Beyond 2,000 headers Node silently drops some. */
export const MAX_RAW_HEADERS = 2 * 1_000;

/** Every rejection by its name: status, `error` phrase, `detail` sentence and the seconds to wait. */
export const REJECTIONS = {
  unreadable: { status: 400, error: "Bad request", detail: "The request is not valid HTTP." },
  malformed_escape: {
    status: 400,
    error: "Invalid request",
    detail: "The address has a malformed % escape.",
    inShapeOfRoute: true,
  },
  foreign_address: {
    status: 400,
    error: "Bad request",
    detail: "The host in the address must be the one in Host, and must be served here.",
  },
  body_cut_short: { status: 400, error: "Bad request", detail: "The body ended before it was complete." },
  body_not_utf8: { status: 400, error: "Bad request", detail: "The body is not valid UTF-8." },
  foreign_host: {
    status: 403,
    error: "Forbidden",
    detail: "This Host is not served here. Use a loopback name, or list it in ALLOWED_HOSTS.",
  },
  foreign_origin: {
    status: 403,
    error: "Forbidden",
    detail: "This Origin may not call. List it in ALLOWED_ORIGINS to let its pages in.",
  },
  cross_site: {
    status: 403,
    error: "Forbidden",
    detail: "Requests from other sites are refused. List the site in ALLOWED_ORIGINS to let it in.",
  },
  tunnel: { status: 405, error: "Method not allowed", detail: "This server is not a proxy." },
  not_acceptable: NOT_ACCEPTABLE,
  too_slow: { status: 408, error: "Request timed out", detail: "The request was not complete in time." },
  body_too_large: { status: 413, error: "Body too large", detail: `Allowed: ${MAX_BODY_BYTES} bytes.` },
  address_too_long: { status: 414, error: "Address too long", detail: `Allowed: ${MAX_URL_BYTES} bytes.` },
  headers_too_large: {
    status: 431,
    error: "Headers too large",
    detail: "Allowed: 16 KiB, the address included.",
  },
  too_many_headers: { status: 431, error: "Too many headers", detail: `Allowed: ${MAX_RAW_HEADERS / 2} headers.` },
  too_many_bodies: {
    status: 503,
    error: "Service unavailable",
    detail: "Too many request bodies are being received at the moment. Try again in a second.",
    retryAfterSeconds: 1,
  },
  not_ready: { status: 503, error: "Not ready", detail: "This server is stopping. Send requests to another one." },
  shutting_down: {
    status: 503,
    error: "Shutting down",
    detail: "This server is stopping. Try again in a moment.",
    inShapeOfRoute: true,
  },
} as const satisfies Readonly<Record<string, Rejection>>;

const { foreign_host, foreign_origin, cross_site, address_too_long, headers_too_large, too_many_headers } = REJECTIONS;

/** The rejections that a well-formed GET of any route can meet, for the OpenAPI document. */
export const ROUTE_REJECTIONS: Readonly<Record<string, Rejection>> = {
  not_acceptable: REJECTIONS.not_acceptable,
  foreign_host,
  foreign_origin,
  cross_site,
  address_too_long,
  headers_too_large,
  too_many_headers,
  shutting_down: REJECTIONS.shutting_down,
};
