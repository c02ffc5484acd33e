/** The part of the OpenAPI document in which a route stands; links to it have its name. */
export type RouteTag = "One symbol" | "Market" | "Server";

export function toRouteTag(route: string): RouteTag {
  if (route.includes("{symbol}")) return "One symbol";
  return route.endsWith("/status") ? "Server" : "Market";
}
