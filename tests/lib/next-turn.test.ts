import { expect, it } from "vitest";
import { nextTurn, nextTurnIfLong } from "../../src/lib/next-turn.js";

const LONG = { bars: Array.from({ length: 5000 }, () => 1) };

/** Returns the turn of the event loop in which each of three callers continues. */
async function turnsOf(wait: () => Promise<void>): Promise<number[]> {
  let turn = 0;
  let isOver = false;
  const count = () => {
    turn++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const turns = await Promise.all(
    [1, 2, 3].map(async () => {
      await wait();
      return turn;
    }),
  );
  isOver = true;
  return turns;
}

it("continues at once with a short body", async () => {
  expect(await turnsOf(async () => nextTurnIfLong({ bars: [1, 2, 3] }))).toEqual([0, 0, 0]);
});

it.each([
  ["several long bodies", async () => nextTurnIfLong(LONG)],
  ["several callers that always wait", nextTurn],
])("gives each of %s its own turn of the event loop", async (_what, wait) => {
  expect(new Set(await turnsOf(wait)).size).toBe(3);
});
