/** Provider A: stories about securities. */
import { storiesOf } from "../companies/news.js";
import { wholeFrom, type RowsOf, type World } from "../world.js";

/** Returns the calls by path; each produces the rows of a reply. */
export function createNewsRows({ market }: World): Record<string, RowsOf> {
  return {
    "news/stock": (query, at) => {
      const security = market.find(query.get("symbols") ?? "");
      if (!security) return [];
      return storiesOf(security, wholeFrom(query, "limit", 20), at).map(({ title, publisher, link, published }) => ({
        symbol: security.symbol,
        publishedDate: toNewYork(published),
        publisher,
        title,
        image: null,
        site: "news.example.test",
        text: `${title}. An invented story.`,
        url: link,
      }));
    },
  };
}

/** Formats Unix seconds as the upstream does: New York time, such as `2025-08-22 16:23:55`. */
function toNewYork(seconds: number): string {
  return new Date(seconds * 1000).toLocaleString("sv-SE", { timeZone: "America/New_York" });
}
