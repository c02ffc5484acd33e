/** The route that a caller probably meant with an unknown path. */
import { distance } from "fastest-levenshtein";

/** Longer paths get no suggestion, because comparing them takes longer. */
const MAX_LENGTH = 120;
/** Letters that may differ. */
const MAX_DISTANCE = 3;
/** The characters of a symbol, percent-encoded or not; only such a segment is repeated in a message. */
const SYMBOL = /^(?!.*\.\.)[\w.^=&%-]{1,40}$/;

/**
 * Returns the most similar of `routes`, with the symbol of the path in place of `{symbol}`; `undefined` when none is
 * similar: `/api/v1/stock/AAPL/histroy` → `/api/v1/stock/AAPL/history`.
 */
export function nearestPath(path: string, routes: readonly string[]): string | undefined {
  if (path.length > MAX_LENGTH) return undefined;
  const asked = path.split("/");
  const ranked = routes
    .flatMap((route) => withSymbol(route, asked) ?? [])
    .map((each) => ({ path: each, far: isPartOf(each, path) ? 1 : distance(each.toLowerCase(), path.toLowerCase()) }))
    .toSorted((one, other) => one.far - other.far);
  return ranked[0] && ranked[0].far <= MAX_DISTANCE ? ranked[0].path : undefined;
}

/** Returns the route with the asked path's segment as its symbol; `undefined` when that is no symbol. */
function withSymbol(route: string, asked: readonly string[]): string | undefined {
  const at = route.split("/").indexOf("{symbol}");
  if (at < 0) return route;
  const symbol = asked[at] ?? "";
  return SYMBOL.test(symbol) ? route.replace("{symbol}", symbol) : undefined;
}

/** Whether the paths differ only in the last segment, and that of the route is part of the asked one. */
function isPartOf(route: string, path: string): boolean {
  const [routeEnd, pathEnd] = [route.lastIndexOf("/") + 1, path.lastIndexOf("/") + 1];
  return route.slice(0, routeEnd) === path.slice(0, pathEnd) && path.slice(pathEnd).includes(route.slice(routeEnd));
}
