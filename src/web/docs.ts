/** Script of `/docs`: draws the OpenAPI document with Swagger UI, which the page has loaded before. */

interface System {
  React: { createElement(type: string, properties: object | null, ...children: unknown[]): unknown };
}

declare const SwaggerUIBundle: (options: Readonly<Record<string, unknown>>) => unknown;

/** Mends what keeps a keyboard or a screen reader from the reference. */
const accessible = ({ React }: System) => ({
  wrapComponents: {
    // A link inside the button that opens the operation; the button does the same, and the address follows.
    DeepLink:
      () =>
      ({ text }: { text: string }) =>
        React.createElement("span", null, text),
    // A choice without a name, of one server.
    ServersContainer: () => () => null,
  },
});

/** Attributes that are missing or misleading, by selector; `null` takes one away. */
const ATTRIBUTES: readonly (readonly [selector: string, attribute: string, value: string | null])[] = [
  [".examples-select-element", "aria-label", "Example"],
  [".close-modal", "aria-label", "Close"],
  // Says otherwise than the text on it, which speech control goes by.
  ["[aria-label='Apply credentials']", "aria-label", null],
  [".microlight", "tabindex", "0"],
];

function mendAttributes(): void {
  for (const [selector, attribute, value] of ATTRIBUTES) {
    for (const element of document.querySelectorAll(selector)) {
      if (value === null) element.removeAttribute(attribute);
      else element.setAttribute(attribute, value);
    }
  }
}

const dark = matchMedia("(prefers-color-scheme: dark)");

/** Swagger UI's style has a dark half, which a class turns on. */
function followScheme(): void {
  document.documentElement.classList.toggle("dark-mode", dark.matches);
}

followScheme();
dark.addEventListener("change", followScheme);

new MutationObserver(mendAttributes).observe(document.body, { childList: true, subtree: true });

SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#reference",
  layout: "BaseLayout",
  plugins: [accessible],
  // Addresses of single operations, which the status page links to.
  deepLinking: true,
  // Its badge is a picture from another host.
  validatorUrl: null,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  // The default theme's numbers are too dim.
  syntaxHighlight: { theme: "tomorrow-night" },
  supportedSubmitMethods: ["get"],
});
