/**
 * All tools with their sets, computed from the catalogue. The build replaces this file by the result, which saves time at
 * each start.
 */
import { TOOLS } from "../catalogue.js";
import { toListedTools } from "../mcp/tools.js";

export const LISTED_TOOLS = toListedTools(TOOLS);
