/**
 * The internet of a test: msw answers as the test defines, and any other request fails the test.
 */
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, expect } from "vitest";

/** Starts msw for the tests of a file; handlers are removed after each test. */
export function useInternet() {
  const server = setupServer();
  const unhandled: string[] = [];
  server.events.on("request:unhandled", ({ request }) => void unhandled.push(`${request.method} ${request.url}`));
  beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
  afterEach(() => {
    server.resetHandlers();
    // The product turns a failed request into an answer, so unexpected requests must be checked explicitly.
    expect(unhandled.splice(0)).toEqual([]);
  });
  afterAll(() => server.close());
  return server;
}
