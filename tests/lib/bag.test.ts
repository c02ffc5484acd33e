import { describe, expect, it } from "vitest";
import { Bag } from "../../src/lib/bag.js";

describe("a bag", () => {
  it("contains the entries that were added and not removed, in any order of removal", () => {
    const bag = new Bag<string>();
    const remove = ["first", "middle", "last"].map((value) => bag.add(value));
    remove[0]!();
    expect(bag.values().toSorted()).toEqual(["last", "middle"]);
    bag.add("later");
    remove[2]!();
    expect(bag.values().toSorted()).toEqual(["later", "middle"]);
    expect(bag.size).toBe(2);
  });

  it("removes nothing else when an entry is removed twice", () => {
    const bag = new Bag<string>();
    const remove = bag.add("same");
    bag.add("same");
    remove();
    remove();
    expect(bag.values()).toEqual(["same"]);
  });

  it("allows entries to be removed while its values are iterated", () => {
    const bag = new Bag<() => void>();
    for (let entry = 0; entry < 3; entry++) {
      const remove = bag.add(() => remove());
    }
    for (const remove of bag.values()) remove();
    expect(bag.size).toBe(0);
  });
});
