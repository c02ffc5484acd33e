/** The shortest ordinary question of a capability. */
import { toJsonSchema, z } from "../../src/contract/schema.js";
import { exampleValues } from "../../src/serve/example-values.js";

/** An ordinary value for each parameter of this shape that is required. */
export function requiredValues(shape: z.ZodRawShape): Record<string, unknown> {
  const { required = [] } = toJsonSchema(z.object(shape)) as { required?: string[] };
  return Object.fromEntries(Object.entries(exampleValues(shape)).filter(([name]) => required.includes(name)));
}
