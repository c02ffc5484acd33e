/** The names under which servers and hosts declare extensions of the protocol. */

/** Charts of answers, as pages (MCP Apps). */
export const PICTURES_EXTENSION = "io.modelcontextprotocol/ui";
/** Skills as resources (SEP-2640). */
export const SKILLS_EXTENSION = "io.modelcontextprotocol/skills";
