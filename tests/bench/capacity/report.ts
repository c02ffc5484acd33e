/** Formats the output of the capacity bench. */
import type { FirstAsked, Load } from "./measure.js";
import type { Assumptions, Plan } from "./plan.js";

const whole = (value: number) => Math.round(value).toLocaleString("en-US");
const MB = 1_000_000;

/** Requests and their cost. */
export function loadTable(loads: readonly Load[]): string {
  return table(
    ["requests", "per second here", "replica ms each", "per second on one core", "Redis ms each"],
    loads.map(({ what, perSecond, replicaMs, redisMs }) => [
      what,
      whole(perSecond),
      replicaMs.toFixed(2),
      whole(1_000 / replicaMs),
      redisMs.toFixed(3),
    ]),
  );
}

/** First questions and their cost. */
export function firstTable(rows: readonly FirstAsked[]): string {
  return table(
    ["a first question", "fresh for s", "calls A", "calls B", "calls C", "bytes in Redis"],
    rows.map(({ capability, ttlSeconds, calls, bytes }) => [
      capability,
      String(ttlSeconds),
      calls.a.toFixed(1),
      calls.b.toFixed(1),
      calls.c.toFixed(1),
      whole(bytes),
    ]),
  );
}

/** The needs of the assumed users. */
export function planTable(assumed: Assumptions, plan: Plan, cost: number | undefined): string {
  const { users, questions, busiestHour, symbols, utilisation } = assumed;
  const { peak, replicas, callsPerMinute, callsPerThousand, redisBytes, redisCores } = plan;
  const three = ({ a, b, c }: { a: number; b: number; c: number }) => `A ${whole(a)}, B ${whole(b)}, C ${whole(c)}`;
  return [
    `${whole(users)} users, ${questions} questions a day each, ${busiestHour * 100} % of them in the busiest hour, ${whole(symbols)} stocks, replicas ${utilisation * 100} % busy:`,
    table(
      ["needed", ""],
      [
        ["questions a second, busiest hour", whole(peak)],
        ["replicas of one core", whole(replicas)],
        ["upstream calls a minute, busiest hour", three(callsPerMinute)],
        ["upstream calls per 1,000 questions", three(callsPerThousand)],
        ["Redis, answers", `${whole(redisBytes.answers / MB)} MB`],
        ["Redis, callers' plans", `${whole(redisBytes.callers / MB)} MB`],
        ["Redis, cores in use", redisCores.toFixed(2)],
        [
          "US dollars per 1,000 answers",
          cost === undefined ? "give --upstream-price, --replica-price, --redis-price" : cost.toFixed(4),
        ],
      ],
    ),
  ].join("\n\n");
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map((_, index) => (index === 0 ? "---" : "--:"))), ...rows.map(line)].join("\n");
}
