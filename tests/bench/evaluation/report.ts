/** The report on an evaluation, as Markdown and as JSON. */
import { isRight, type Evaluated } from "./evaluate.js";

export interface Report {
  model: string;
  date: string;
  questions: number;
  right: number;
  /** Questions whose tools were right, whatever the answer. */
  rightTools: number;
  figures: { asked: number; right: number };
  calls: number;
  refusedCalls: number;
  /** Tokens of the answers of tools. */
  answerTokens: number;
  /** Tokens as the model's server counts them; `null` where it does not. */
  modelTokens: number | null;
  kinds: Record<string, { questions: number; right: number; calls: number }>;
  tools: Record<string, { meant: number; missed: number; instead: number }>;
  /** Tools that were mixed up: the one meant, the one called, and how often. */
  mixedUp: { meant: string; called: string; times: number }[];
  results: {
    question: string;
    source: string;
    kind: string;
    isRight: boolean;
    calls: { tool: string; args: unknown; isError: boolean }[];
    notCalled: string[];
    figures: { path: string; value: number; verdict: string }[];
    answer: string;
    failure: string | null;
  }[];
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

export function toReport(model: string, date: string, all: readonly Evaluated[]): Report {
  const figures = all.flatMap((each) => each.figures);
  const counted = all.flatMap(({ modelTokens }) => modelTokens ?? []);
  const calls = all.flatMap((each) => each.calls);
  return {
    model,
    date,
    questions: all.length,
    right: all.filter(isRight).length,
    rightTools: all.filter(({ notCalled }) => notCalled.length === 0).length,
    figures: { asked: figures.length, right: figures.filter(({ verdict }) => verdict === "right").length },
    calls: calls.length,
    refusedCalls: calls.filter(({ isError }) => isError).length,
    answerTokens: sum(calls.map(({ tokens }) => tokens)),
    modelTokens: counted.length === 0 ? null : sum(counted),
    kinds: byName(
      all.map((each) => each.question.kind),
      (kind) => {
        const own = all.filter(({ question }) => question.kind === kind);
        return {
          questions: own.length,
          right: own.filter(isRight).length,
          calls: sum(own.map((each) => each.calls.length)),
        };
      },
    ),
    tools: byName(
      all.flatMap(({ question, calledInstead }) => [...question.calls.map(({ tool }) => tool), ...calledInstead]),
      (tool) => ({
        meant: all.filter(({ question }) => question.calls.some((call) => call.tool === tool)).length,
        missed: all.filter(({ notCalled }) => notCalled.includes(tool)).length,
        instead: all.filter(({ calledInstead }) => calledInstead.includes(tool)).length,
      }),
    ),
    mixedUp: toPairs(all),
    results: all.map((each) => ({
      question: each.question.question,
      source: each.question.source,
      kind: each.question.kind,
      isRight: isRight(each),
      calls: each.calls.map(({ tool, args, isError }) => ({ tool, args, isError })),
      notCalled: each.notCalled,
      figures: each.figures.map(({ wanted, verdict }) => ({ path: wanted.path, value: wanted.value, verdict })),
      answer: each.answer,
      failure: each.failure ?? null,
    })),
  };
}

function byName<T>(names: readonly string[], toValue: (name: string) => T): Record<string, T> {
  return Object.fromEntries([...new Set(names)].toSorted().map((name) => [name, toValue(name)]));
}

function toPairs(all: readonly Evaluated[]): Report["mixedUp"] {
  const pairs = all.flatMap(({ notCalled, calledInstead }) =>
    notCalled.flatMap((meant) => calledInstead.map((called) => `${meant} ${called}`)),
  );
  return [...new Set(pairs)]
    .map((pair) => ({ pair, times: pairs.filter((each) => each === pair).length }))
    .toSorted((one, other) => other.times - one.times || one.pair.localeCompare(other.pair))
    .map(({ pair, times }) => ({ meant: pair.split(" ")[0]!, called: pair.split(" ")[1]!, times }));
}

const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]) =>
  [head, head.map((_name, at) => (at === 0 ? "---" : "--:")), ...rows]
    .map((row) => `| ${row.join(" | ")} |`)
    .join("\n");
const ofAll = (part: number, whole: number) => `${part} of ${whole}`;
const oneLine = (text: string) => text.replaceAll(/\s+/g, " ").replaceAll("|", "\\|").slice(0, 200);

/** Returns the report for people. */
export function toMarkdown(report: Report): string {
  const wrong = report.results.filter((each) => !each.isRight);
  return `# Evaluation of ${report.model}

${report.date}, ${report.questions} questions on the simulated market.

${table(
  ["", "Figure"],
  [
    ["Answered right", ofAll(report.right, report.questions)],
    ["Right tools called", ofAll(report.rightTools, report.questions)],
    ["Figures right", ofAll(report.figures.right, report.figures.asked)],
    ["Calls, and of them refused", `${report.calls}, ${report.refusedCalls}`],
    ["Tokens of the tools' answers", report.answerTokens],
    ["Tokens as the model's server counts them", report.modelTokens ?? "not counted"],
  ],
)}

## By kind

${table(
  ["Kind", "Questions", "Right", "Calls"],
  Object.entries(report.kinds).map(([kind, each]) => [kind, each.questions, each.right, each.calls]),
)}

## By tool

${table(
  ["Tool", "Meant", "Meant and not called", "Called and not meant"],
  Object.entries(report.tools).map(([tool, each]) => [tool, each.meant, each.missed, each.instead]),
)}

## Tools mixed up

${
  report.mixedUp.length === 0
    ? "None."
    : table(
        ["Meant", "Called instead", "Times"],
        report.mixedUp.map(({ meant, called, times }) => [meant, called, times]),
      )
}

## Not right

${
  wrong.length === 0
    ? "None."
    : table(
        ["Question", "Not called", "Figures", "Answer"],
        wrong.map((each) => [
          oneLine(each.question),
          each.notCalled.join(", "),
          each.figures
            .filter(({ verdict }) => verdict !== "right")
            .map(({ path, value, verdict }) => `${path} (${value}): ${verdict}`)
            .join("; "),
          oneLine(each.failure ?? each.answer),
        ]),
      )
}
`;
}
