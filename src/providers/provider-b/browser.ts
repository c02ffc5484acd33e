/** Browser headers for provider B, which answers other programs with 403 or 429. */

/** Headers of a browser, without which every call is refused. */
export const BROWSER_HEADERS = {
  "user-agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36",
  "accept-language": "en-US,en;q=0.9",
} as const;
