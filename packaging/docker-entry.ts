/** The entry of Docker's list of MCP servers, which Docker builds from our sources: `docker-registry/server.yaml`. */
import { SERVER_NAME as NAME } from "../src/contract/host-links.js";
import { PRODUCT_SUMMARY, PRODUCT_TITLE } from "../src/mcp/product.js";
import { settingOf, toBundleManifest, toPage, type Package } from "./manifests.js";

/** Place of a commit that a person fills in: the file cannot have the id of the commit that it is part of. */
export const NO_COMMIT = "0".repeat(40);

/**
 * Returns the entry. A user fills in the same fields as in a desktop host; all of them are optional.
 *
 * @see docker/mcp-registry, docs/configuration.md
 */
export function toDockerEntry(own: Package) {
  const url = toPage(own.repository);
  const fields = Object.entries(toBundleManifest(own).user_config).map(([field, { type, title, description }]) => {
    const variable = field.toUpperCase();
    return { field, variable, secret: settingOf(variable).secret, type, description: `${title}. ${description}` };
  });
  const parameters = fields.filter(({ secret }) => !secret);
  return {
    name: NAME,
    image: `mcp/${NAME}`,
    type: "server",
    meta: { category: "finance", tags: own.keywords },
    about: {
      title: PRODUCT_TITLE.replaceAll(/\b[a-z]/g, (first) => first.toUpperCase()),
      description: PRODUCT_SUMMARY,
      icon: `${url.replace("github.com", "raw.githubusercontent.com")}/v${own.version}/packaging/docker-registry/icon.svg`,
    },
    source: { project: url, commit: NO_COMMIT, dockerfile: "packaging/Dockerfile" },
    // Answers and counted calls outlive the container.
    run: { volumes: [`${NAME}:/data`] },
    config: {
      description: "Works without any key, and answers more with keys",
      secrets: fields
        .filter(({ secret }) => secret)
        .map(({ field, variable, description }) => ({
          name: `${NAME}.${field}`,
          env: variable,
          example: "",
          description,
          required: false,
        })),
      env: [
        // The image serves HTTP by default.
        { name: "TRANSPORT", example: "stdio", value: "stdio" },
        ...parameters.map(({ field, variable }) => ({
          name: variable,
          example: "",
          value: `{{${NAME}.${field}}}`,
        })),
      ],
      parameters: {
        type: "object",
        properties: Object.fromEntries(
          parameters.map(({ field, type, description }) => [field, { type, description }]),
        ),
      },
    },
  };
}
