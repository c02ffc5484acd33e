/** A chart: DOM nodes created from an answer. */
import type { Answer, Fields } from "./answer.js";
import type { Formats } from "./format.js";

/** The inputs of a picture besides the answer. */
export interface PictureContext {
  formats: Formats;
  /** The tool's arguments. */
  input: Fields;
  /**
   * Calls another tool of the server, through the host; rejects if it fails. Until the next answer is drawn, the same
   * question returns the answer that it had.
   */
  ask(tool: string, input: Fields): Promise<Answer>;
  /** Whether the host lets pictures call tools. */
  mayAsk: boolean;
  /**
   * Calls the tool through the host and draws its answer in place of this one; rejects if it fails. Returns `false`,
   * and draws nothing, if there is a newer answer or request meanwhile, also if the call failed.
   */
  replace(tool: string, input: Fields): Promise<boolean>;
}

/** A chart; without content when the answer has nothing to show. */
export interface Picture {
  heading: string;
  /** Symbol of the company, if neither heading nor content has its name. */
  company?: string | null;
  /** Smaller text next to the heading. */
  subheading?: string | null;
  content: Node[];
  /** Time zone of the chart's times, where the answer does not name that of the listing; `null` if it has none. */
  zone?: string | null | Promise<string | null>;
  /** Sentences about the data, if not those of the answer. */
  remarks?: readonly string[];
  /** Further ones, which are known later. */
  later?: Promise<readonly string[]>;
}

export type Draw = (answer: Answer, context: PictureContext) => Picture;
