/** FMP: stories about securities. */
import { storiesOf } from "../companies/news.js";
import { wholeFrom, type RowsOf, type World } from "../companies/world.js";

/** Returns the calls by path; each produces the rows of a reply. */
export function createNewsRows({ market }: World): Record<string, RowsOf> {
  const rowsOf = (symbol: string, limit: number, at: number) => {
    const security = market.find(symbol);
    if (!security) return [];
    return storiesOf(security, limit, at).map(({ title, publisher, link, published }) => ({
      symbol: security.symbol,
      publishedDate: toNewYork(published),
      publisher,
      title,
      image: null,
      site: "news.example.test",
      text: `${title}. An invented story.`,
      url: link,
    }));
  };
  return {
    "news/stock": (query, at) => rowsOf(query.get("symbols") ?? "", wholeFrom(query, "limit", 20), at),
    "news/general-latest": (query, at) => rowsOf("^GSPC", wholeFrom(query, "limit", 20), at),
  };
}

/** Formats Unix seconds as the upstream does: New York time, such as `2025-08-22 16:23:55`. */
function toNewYork(seconds: number): string {
  return new Date(seconds * 1000).toLocaleString("sv-SE", { timeZone: "America/New_York" });
}
