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

it("looks at each row a few times only, however many groups there are and however short most of them are", () => {
  const rows = [
    ...Array.from({ length: 999 }, (_, at) => `short ${at}`),
    ...Array.from({ length: 2_000 }, () => "long"),
  ];
  let reads = 0;
  const counted = new Proxy(rows, {
    get(of, name) {
      reads++;
      return Reflect.get(of, name) as unknown;
    },
  });
  expect(shareRows(counted, 2_500, (row) => row)).toEqual(rows.slice(0, 2_500));
  expect(reads).toBeLessThan(4 * rows.length);
});
