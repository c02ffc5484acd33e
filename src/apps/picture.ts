/** What a picture is: nodes made of an answer. */
import type { Answer, Fields } from "./answer.js";
import type { Words } from "./format.js";

/** What a picture may use besides the answer. */
export interface Means {
  words: Words;
  /** What the tool was asked. */
  input: Fields;
  /** Asks another tool of the server, through the host. */
  ask(tool: string, input: Fields): Promise<Answer>;
}

/** A picture; without content when the answer has nothing to show. */
export interface Picture {
  heading: string;
  /** Beside the heading, smaller. */
  subheading?: string | null;
  content: Node[];
}

export type Draw = (answer: Answer, means: Means) => Picture;
