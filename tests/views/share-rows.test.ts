import { expect, it } from "vitest";
import { shareRows } from "../../src/views/share-rows.js";

it("gives each group the same number of rows of a limit, in their order, and more where one has fewer", () => {
  const rows = ["m9", "m8", "q7", "m7", "m6", "q4", "m5", "a1"];
  const share = (count?: number) => shareRows(rows, count, ([group]) => group).join(" ");
  expect(share(2)).toBe("m9 m8");
  expect(share(3)).toBe("m9 q7 a1");
  expect(share(4)).toBe("m9 q7 a1");
  expect(share(5)).toBe("m9 m8 q7 q4 a1");
  expect(share(6)).toBe("m9 m8 q7 m7 q4 a1");
  expect(share(7)).toBe("m9 m8 q7 m7 m6 q4 a1");
  expect(share()).toBe(rows.join(" "));
  expect(share(9)).toBe(rows.join(" "));
});
