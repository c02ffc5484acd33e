/** The internet of a test: msw answers what the test says, and any other request fails it. */
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, expect } from "vitest";

/** Starts msw for the tests of a file; handlers are taken back after each test. */
export function useInternet() {
  const server = setupServer();
  const unhandled: string[] = [];
  server.events.on("request:unhandled", ({ request }) => void unhandled.push(`${request.method} ${request.url}`));
  beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
  afterEach(() => {
    server.resetHandlers();
    // The product turns a failed request into an answer of its own, so it has to be looked for.
    expect(unhandled.splice(0)).toEqual([]);
  });
  afterAll(() => server.close());
  return server;
}
