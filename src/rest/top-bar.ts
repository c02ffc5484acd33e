/** The top bar of all pages. */

/** Shown on every page of the simulated market. */
const NOTICE = '<p class="notice"><strong>Simulated market.</strong> Every figure is invented for demonstration.</p>';

const PAGES = [
  { path: "/", title: "Overview" },
  { path: "/docs", title: "Reference" },
  { path: "/openapi.json", title: "OpenAPI" },
] as const;

/** Returns the bar with name, version and links to the other pages. */
export function topBar(
  version: string,
  here: (typeof PAGES)[number]["path"],
  icon: string,
  simulated: boolean,
  prefix = "",
): string {
  const links = PAGES.map(
    ({ path, title }) => `<a href="${prefix}${path}"${path === here ? ' aria-current="page"' : ""}>${title}</a>`,
  );
  return `<header><div class="bar">
<p class="name"><img src="${icon}" alt="" width="20" height="20">market-data-mcp <span class="version">${version}</span></p>
<nav aria-label="Pages">${links.join("")}</nav>
</div>${simulated ? NOTICE : ""}</header>`;
}
