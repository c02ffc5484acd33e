/** Generates a day of assistants' traffic, identical for the same seed. */
import { mulberry32 } from "../../support/mulberry32.js";
import { pickWeighted, type Draw } from "./chance.js";
import { drawQuestion, drawSubject, type Question } from "./questions.js";

/** Questions at the same instant, each for one of the two processes. */
export interface Moment {
  /** Milliseconds since the epoch. */
  at: number;
  questions: { process: 0 | 1; question: Question }[];
}

/** The amount and the seed of the traffic. */
export interface Traffic {
  seed: number;
  /** Approximate requests per day. */
  requests: number;
  days: number;
  /** Additional conversations that all begin within one minute of the first morning. */
  rush: number;
}

export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;
/** A trading Wednesday, midnight in New York. */
export const FIRST_DAY = Date.UTC(2026, 2, 4, 5);

/** Activity by hour in New York; shares trade from 4 to 20, the regular session is 9:30 to 16. */
const HOURS = [1, 1, 1, 1, 1, 1, 3, 3, 3, 6, 6, 6, 6, 6, 6, 6, 6, 4, 4, 4, 4, 4, 4, 2].map(
  (weight, hour) => [hour, weight] as const,
);
/** Questions that an assistant sends at once. */
const AT_ONCE = [
  [1, 50],
  [2, 25],
  [3, 15],
  [4, 10],
] as const;
/** Probability of a further round. */
const ASKS_ON = 0.5;
const MAX_ROUNDS = 5;
/** Probability of a duplicate question at the same instant: a host that retries, two people in one meeting. */
const DOUBLED = 0.1;

/** Time of the peak on the first morning in New York: 10:00. */
const RUSH_AT = FIRST_DAY + 10 * 60 * MINUTE;

/** Returns the moments of the days, in order. */
export function createTraffic({ seed, requests, days, rush }: Traffic): Moment[] {
  const draw = mulberry32(seed);
  const moments: Moment[] = [];
  for (let day = FIRST_DAY; day < FIRST_DAY + days * DAY; day += DAY) {
    let asked = 0;
    while (asked < requests) {
      const start = day + Math.floor((pickWeighted(draw, HOURS) + draw()) * 60 * MINUTE);
      const conversation = drawConversation(draw, start);
      moments.push(...conversation);
      asked += conversation.reduce((sum, { questions }) => sum + questions.length, 0);
    }
  }
  for (let each = 0; each < rush; each++) {
    moments.push(...drawConversation(draw, RUSH_AT + Math.floor(draw() * MINUTE)));
  }
  const end = FIRST_DAY + days * DAY;
  return moments.filter(({ at }) => at < end).sort((one, other) => one.at - other.at);
}

/** One person and one assistant, about one subject, in a few rounds; always on the same process. */
function drawConversation(draw: Draw, start: number): Moment[] {
  const subject = drawSubject(draw);
  const process = draw() < 0.5 ? 0 : 1;
  let at = start;
  const moments: Moment[] = [];
  do {
    const different = new Map<string, Question>();
    const wanted = pickWeighted(draw, AT_ONCE);
    for (let tries = 0; different.size < wanted && tries < 10; tries++) {
      const question = drawQuestion(draw, subject);
      different.set(JSON.stringify(question), question);
    }
    const questions: Moment["questions"] = [...different.values()].map((question) => ({ process, question }));
    for (const { question } of questions.slice()) {
      if (draw() < DOUBLED) questions.push({ process: draw() < 0.5 ? 0 : 1, question });
    }
    moments.push({ at, questions });
    at += Math.floor((20 + draw() * 160) * 1000);
  } while (draw() < ASKS_ON && moments.length < MAX_ROUNDS);
  return moments;
}
