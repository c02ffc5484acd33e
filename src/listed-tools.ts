/** The list of tools, made of the catalogue; the build puts its outcome here, so that no start has to make it. */
import { CATALOGUE } from "./catalogue.js";
import { toTools } from "./mcp/tools.js";

export const LISTED_TOOLS = toTools(CATALOGUE);
