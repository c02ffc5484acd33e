/** The route that a caller probably meant with an unknown path. */
import { distance } from "fastest-levenshtein";

/** Longer paths get no suggestion, because comparing them would take too long. */
const MAX_LENGTH = 120;
/** Limit of letters that differ from the suggested route. */
const MAX_DISTANCE = 3;
/** Index of the path segment with the symbol if the segment before it is misspelt, as in /api/v1/stocks/AAPL. */
const SYMBOL_AT = 4;
/** The characters of a symbol, percent-encoded or not; only such a segment is repeated in a message. */
const SYMBOL = /^(?!.*\.\.)[\w.^=&%-]{1,40}$/;

/** The segment before the symbol in other interfaces. */
const OTHER_STOCK = /\/(?:quotes?|price)\/(?=[^/]+$)/;

/**
 * Returns the most similar of `routes`, with the path's symbol in place of `{symbol}`; `undefined` when none is similar:
 * `/api/v1/stock/AAPL/histroy` and `/stock/AAPL/history` → `/api/v1/stock/AAPL/history`.
 */
export function nearestPath(asked: string, routes: readonly string[]): string | undefined {
  if (asked.length > MAX_LENGTH) return undefined;
  const path = asked.replace(OTHER_STOCK, "/stock/");
  const segments = path.split("/");
  const at = segments.indexOf("stock");
  const symbol = segments[at < 0 ? SYMBOL_AT : at + 1] ?? "";
  const ranked = routes
    .filter((route) => !route.includes("{symbol}") || SYMBOL.test(symbol))
    .map((route) => ({ route, difference: differenceBetween(path, route, symbol) }))
    .toSorted((one, other) => one.difference - other.difference);
  const [nearest] = ranked;
  return nearest && nearest.difference <= MAX_DISTANCE ? nearest.route.replace("{symbol}", symbol) : undefined;
}

/** Returns how many letters differ: 0 if the route ends with the path, 1 if the path's end contains the route's end. */
function differenceBetween(path: string, route: string, symbol: string): number {
  const whole = route.replace("{symbol}", symbol);
  const end = route.slice(route.lastIndexOf("/") + 1);
  if (whole.endsWith(path) && path.length > 1) return 0;
  if (path.slice(path.lastIndexOf("/") + 1).includes(end)) return 1;
  return distance(whole.toLowerCase(), path.toLowerCase());
}
