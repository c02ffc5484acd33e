/**
 * Source maps of the program's own code only: those of bundled packages are three times as large. The simulated market
 * has none either, because it runs for demonstrations only and its maps are a fifth of the rest.
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
