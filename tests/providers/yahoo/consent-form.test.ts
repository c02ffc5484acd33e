import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseConsentForm } from "../../../src/providers/yahoo/session/consent-form.js";

const PAGE = `<!DOCTYPE html><form method="post" class="consent-form">
  <input type="hidden" name="csrfToken" value="a1B_2">
  <INPUT value='3_cc&amp;x&#61;1' NAME='sessionId' TYPE='hidden' />
  <input type=hidden name=namespace value=yahoo>
  <input type="hidden" value="https://finance.yahoo.com/quote/AAPL?a=1&amp;b=2" name="originalDoneUrl">
  <input type="text" name="comment" value="not hidden">
  <button name="agree" value="agree">Accept</button></form>`;

describe("the consent form", () => {
  it("is parsed to its hidden fields and our consent", () => {
    expect(Object.fromEntries(parseConsentForm(PAGE)!)).toEqual({
      csrfToken: "a1B_2",
      sessionId: "3_cc&x=1",
      namespace: "yahoo",
      originalDoneUrl: "https://finance.yahoo.com/quote/AAPL?a=1&b=2",
      agree: "agree",
    });
  });

  it.each(["", "<html>Not found</html>", '<input type="hidden" name="csrfToken" value="x">', "<input <input <input"])(
    "is not found in %j",
    (page) => {
      expect(parseConsentForm(page)).toBeUndefined();
    },
  );

  it("keeps every value unchanged", () => {
    const escape = (value: string) => value.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll(">", "&gt;");
    fc.assert(
      fc.property(fc.string(), fc.string(), (csrfToken, sessionId) => {
        const page = `<input type="hidden" name="csrfToken" value="${escape(csrfToken)}"><input name="sessionId" value="${escape(sessionId)}" type="hidden">`;
        expect(Object.fromEntries(parseConsentForm(page)!)).toEqual({ csrfToken, sessionId, agree: "agree" });
      }),
    );
  });
});
