/** Script of `/docs`: renders the OpenAPI document with Swagger UI, which the page loads before. */

interface System {
  React: { createElement(type: string, properties: object | null, ...children: unknown[]): unknown };
}

declare const SwaggerUIBundle: (options: Readonly<Record<string, unknown>>) => unknown;

/** Fixes parts of the reference that a keyboard or a screen reader cannot use. */
const accessible = ({ React }: System) => ({
  wrapComponents: {
    // By default a link inside the button that opens the operation. The button alone also opens it and updates the
    // address.
    DeepLink:
      () =>
      ({ text }: { text: string }) =>
        React.createElement("span", null, text),
    // By default an unlabelled list with one server to choose.
    ServersContainer: () => () => null,
  },
});

/** Attributes that are missing or misleading, by selector; `null` removes one. */
const ATTRIBUTES: readonly (readonly [selector: string, attribute: string, value: string | null])[] = [
  [".examples-select-element", "aria-label", "Example"],
  [".parameters-col_description select", "aria-label", "Value"],
  [".close-modal", "aria-label", "Close"],
  // This label differs from the visible text, which users of speech control say.
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

/** Applies the colour scheme: Swagger UI's dark style is turned on by a class. */
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
  // Gives each operation an address; the status page links to them.
  deepLinking: true,
  // The validator's badge would be loaded from another host.
  validatorUrl: null,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  // The default theme's numbers have too little contrast.
  syntaxHighlight: { theme: "tomorrow-night" },
  supportedSubmitMethods: ["get"],
});
