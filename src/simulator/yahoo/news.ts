/** Yahoo: the news of a search. */
import { storiesOf } from "../companies/news.js";
import type { Security } from "../market/security.js";

/** Returns the newest `count` stories about a security in Yahoo's shape. */
export function newsOf(security: Security, count: number, at: number) {
  return storiesOf(security, count, at).map(({ number, title, publisher, link, published, isVideo }) => ({
    uuid: `simulated-${security.yahooSymbol}-${number}`,
    title,
    publisher,
    link,
    providerPublishTime: published,
    type: isVideo ? "VIDEO" : "STORY",
    relatedTickers: [security.yahooSymbol],
  }));
}
