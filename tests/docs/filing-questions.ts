/** Questions of benchmarks that need the text of filings, a filed figure or an economic series. */
import type { QuestionRow } from "./questions.js";
import { call } from "./question-calls.js";

export const FILING_QUESTIONS: readonly QuestionRow[] = [
  {
    question: "What revenue does Nvidia's newest earnings release guide to?",
    source: "Vals AI Finance Agent (guidance of AMD)",
    score: "no",
    keyed: "full",
    calls: [
      call(
        "get_filing_text",
        { symbol: "NVDA", form: "8-K", section: "99.1", find: "guidance" },
        "passages.0.text",
        "filed",
        "url",
      ),
    ],
    left: "Needs the mail address for the SEC; reading the passage",
  },
  {
    question: "PepsiCo's restructuring costs of 2022, a line outside the usual income statement.",
    source: "FinanceBench 01328",
    score: "no",
    keyed: "full",
    calls: [
      call(
        "get_filing_facts",
        { symbol: "PEP", concept: "restructuring charges", period: "annual" },
        "concept",
        "csv.end=2022-12-31.value",
        "csv.end=2022-12-31.unit",
        "csv.end=2022-12-31.form",
      ),
    ],
    left: "Needs the mail address for the SEC",
  },
  {
    question: "US inflation and unemployment over the last three years.",
    source: "LSEG plugin of Anthropic, macro rates",
    score: "full",
    calls: [
      call(
        "get_economic_series",
        { series: ["cpi", "unemployment_rate"], from: "2023-01-01" },
        "series.0.unit",
        "csv.0.date",
        "csv.0.value",
        "csv.0.yearChange",
      ),
    ],
  },
];
