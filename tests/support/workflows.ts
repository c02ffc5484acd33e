/** All workflows, for the table of the skill and the test that makes their calls. */
import {
  COMPARABLES,
  DIVIDEND_CHECK,
  EARNINGS_PREVIEW,
  MORNING,
  type Workflow,
} from "../../src/capabilities/prompts/workflows.js";

export const WORKFLOWS: readonly Workflow[] = [COMPARABLES, EARNINGS_PREVIEW, DIVIDEND_CHECK, MORNING];
