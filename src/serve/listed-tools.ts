/**
 * All tools with their sets, computed from the catalogue; the build replaces this file by the result, to
 * save time at each start.
 */
import { CATALOGUE } from "../catalogue.js";
import { toListedTools } from "../mcp/tools.js";

export const LISTED_TOOLS = toListedTools(CATALOGUE);
