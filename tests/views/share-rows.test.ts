import { expect, it } from "vitest";
import { shareRows } from "../../src/views/share-rows.js";

it("shares the rows of a limit between groups, in their order, and gives what one group lacks to the remaining ones", () => {
  const rows = ["m9", "m8", "q7", "m7", "m6", "q4", "m5", "a1"];
  const share = (count?: number) => shareRows(rows, count, ([group]) => group).join(" ");
  expect(share(3)).toBe("m9 q7 a1");
  expect(share(5)).toBe("m9 m8 q7 q4 a1");
  expect(share(6)).toBe("m9 m8 q7 m7 q4 a1");
  expect(share(2)).toBe("m9 q7");
  expect(share()).toBe(rows.join(" "));
  expect(share(9)).toBe(rows.join(" "));
});
