/** Weighted random choice, from one seeded generator. */

/** Each call returns the next number in [0, 1). */
export type Draw = () => number;

/** Returns an item with a probability according to its weight. */
export function pickWeighted<Item>(draw: Draw, weighted: readonly (readonly [item: Item, weight: number])[]): Item {
  const total = weighted.reduce((sum, [, weight]) => sum + weight, 0);
  let left = draw() * total;
  for (const [item, weight] of weighted) {
    left -= weight;
    if (left < 0) return item;
  }
  return weighted.at(-1)![0];
}

/** Returns a sampler of items by Zipf's law: the item at place n is 1/n^`exponent` times as likely as the first. */
export function createZipf<Item>(items: readonly Item[], exponent: number): (draw: Draw) => Item {
  let total = 0;
  const bounds = items.map((_, index) => (total += (index + 1) ** -exponent));
  return (draw) => {
    const at = draw() * total;
    let [low, high] = [0, items.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (bounds[middle]! > at) high = middle;
      else low = middle + 1;
    }
    return items[low]!;
  };
}
