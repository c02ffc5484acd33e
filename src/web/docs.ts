/** Script of `/docs`: renders the OpenAPI document with Swagger UI, which the page loads before. */

interface System {
  React: { createElement(type: string, properties: object | null, ...children: unknown[]): unknown };
}

declare const SwaggerUIBundle: (options: Readonly<Record<string, unknown>>) => unknown;

/** Fixes parts of the reference that a keyboard or a screen reader cannot use. */
const accessible = ({ React }: System) => ({
  wrapComponents: {
    // By default, this is a link inside the button that opens the operation, which assistive technology cannot handle.
    // The button alone has the same effect, and also updates the address.
    DeepLink:
      () =>
      ({ text }: { text: string }) =>
        React.createElement("span", null, text),
    // By default, this is an unlabelled list with a single server.
    ServersContainer: () => () => null,
  },
});

type Json = Readonly<Record<string, unknown>>;

/**
 * Returns the part of the document at a path, with each `$ref` replaced by what it refers to. Swagger UI reads the name
 * of a type from `$$ref`.
 */
function resolve(document: Json, path: readonly string[]): unknown {
  const partAt = (names: readonly string[]) => names.reduce<unknown>((part, name) => (part as Json)[name], document);
  const copy = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(copy);
    if (typeof node !== "object" || node === null) return node;
    const { $ref: reference } = node as Json;
    // Our references stay within the document, do not go in circles, and have no name with a slash.
    if (typeof reference === "string") {
      return { $$ref: reference, ...(copy(partAt(reference.replace("#/", "").split("/"))) as object) };
    }
    return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, copy(value)]));
  };
  return copy(partAt(path));
}

/** Swagger UI's own way to resolve references takes three quarters of the time until the page shows an endpoint. */
const localReferences = () => ({
  fn: {
    resolveSubtree: (document: Json, path: readonly string[]) =>
      Promise.resolve({ spec: resolve(document, path), errors: [] }),
  },
});

/** Attributes that are missing or misleading, by selector; `null` removes one. */
const ATTRIBUTES: readonly (readonly [selector: string, attribute: string, value: string | null])[] = [
  [".examples-select-element", "aria-label", "Example"],
  [".parameters-col_description select", "aria-label", "Value"],
  [".close-modal", "aria-label", "Close"],
  // Users of speech control say the visible text, which differs from this label.
  ["[aria-label='Apply credentials']", "aria-label", null],
  [".microlight", "tabindex", "0"],
];

function fixAttributes(): void {
  for (const [selector, attribute, value] of ATTRIBUTES) {
    for (const element of document.querySelectorAll(selector)) {
      if (value === null) element.removeAttribute(attribute);
      else element.setAttribute(attribute, value);
    }
  }
}

const dark = matchMedia("(prefers-color-scheme: dark)");

/** Applies the colour scheme: a class turns on Swagger UI's dark style. */
function followScheme(): void {
  document.documentElement.classList.toggle("dark-mode", dark.matches);
}

followScheme();
dark.addEventListener("change", followScheme);

new MutationObserver(fixAttributes).observe(document.body, { childList: true, subtree: true });

SwaggerUIBundle({
  url: `${document.querySelector<HTMLElement>("[data-prefix]")?.dataset["prefix"] ?? ""}/openapi.json`,
  dom_id: "#reference",
  layout: "BaseLayout",
  plugins: [accessible, localReferences],
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
