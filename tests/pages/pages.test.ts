/** The pages as a person's browser shows them: nothing from elsewhere, no error, nothing in the way of anybody. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectAccessible, hasBrowser, useBrowser } from "../support/browser.js";
import { startHttpProgram } from "../support/program.js";

describe.skipIf(!hasBrowser)("in a browser", () => {
  const { open } = useBrowser();
  let program: Awaited<ReturnType<typeof startHttpProgram>>;
  beforeAll(async () => {
    program = await startHttpProgram(["--demo"]);
  });
  afterAll(() => program.stop());

  it.each(["/", "/docs"])(
    "%s opens without an error, asks no other host, and axe finds nothing serious",
    async (path) => {
      const { page, asked, errors } = await open();
      await page.goto(program.url + path);
      await expectAccessible(page);
      expect(errors).toEqual([]);
      expect(asked.filter((address) => !address.startsWith(`${program.url}/`))).toEqual([]);
    },
  );
});
