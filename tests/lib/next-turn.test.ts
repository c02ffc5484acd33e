import { expect, it } from "vitest";
import { nextTurnIfLong } from "../../src/lib/next-turn.js";

const LONG = { bars: Array.from({ length: 5000 }, () => 1) };

/** Returns in which turn of the event loop each of three callers goes on. */
async function turnsOf(body: unknown): Promise<number[]> {
  let turn = 0;
  let isOver = false;
  const count = () => {
    turn++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const turns = await Promise.all(
    [1, 2, 3].map(async () => {
      await nextTurnIfLong(body);
      return turn;
    }),
  );
  isOver = true;
  return turns;
}

it("goes on at once with a short body", async () => {
  expect(await turnsOf({ bars: [1, 2, 3] })).toEqual([0, 0, 0]);
});

it("gives each of several long bodies a turn of its own", async () => {
  expect(new Set(await turnsOf(LONG)).size).toBe(3);
});
