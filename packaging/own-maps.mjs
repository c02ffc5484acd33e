/**
 * Limits source maps to the program's own code: maps of bundled packages are three times as large. The simulated market
 * has no maps either, because it is for demonstrations and its maps would add a fifth.
 */

/**
 * Returns a plugin that gives each module of a package and of the simulator an empty map, so that it is omitted.
 *
 * @returns {import("rolldown").Plugin}
 */
export function ownMaps() {
  return {
    name: "own-maps",
    transform: {
      filter: { id: /[\\/](?:node_modules|src[\\/]simulator)[\\/]/ },
      handler: (code) => ({ code, map: { version: 3, names: [], sources: [], mappings: "" } }),
    },
  };
}
