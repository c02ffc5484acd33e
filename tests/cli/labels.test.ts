/** The labels that people read beside each other, at a terminal and in a picture. */
import { describe, expect, it } from "vitest";
import { CATALOGUE } from "../../src/catalogue.js";
import { toPageLabel } from "../../src/cli/pages/answer-page.js";
import { toFieldLabel } from "../../src/contract/field-facts.js";
import { fieldsOf, innerOf } from "../../src/contract/field.js";
import { z } from "../../src/contract/schema.js";

/** Returns the paths of the fields of each group and of the rows of each list, and of the answer itself. */
function groupsIn(type: z.ZodTypeAny, path = ""): string[][] {
  const inner = innerOf(type);
  if (!(inner instanceof z.ZodObject)) return [];
  const parts = Object.entries(inner.shape as z.ZodRawShape).map(([name, part]) => {
    return { path: path === "" ? name : `${path}.${name}`, part };
  });
  return [parts.map((each) => each.path), ...parts.flatMap((each) => groupsIn(each.part, each.path))];
}

describe("the labels of an answer", () => {
  it.each(CATALOGUE.map(({ capability }) => capability))("differ from each other: $name", ({ output, tool }) => {
    const fields = fieldsOf(output);
    const ways = [
      (path: string) => toPageLabel(path, fields.get(path), String),
      (path: string) => toFieldLabel(path.split(".").at(-1)!, fields.get(path)),
    ];
    const same = groupsIn(output).flatMap((paths) =>
      ways.flatMap((labelOf) => {
        // A page does not show the number of the rows of its list, nor what the remarks say.
        const shown = paths.filter((path) => path !== tool.rows?.total && fields.get(path)?.inRemarks !== "always");
        const labels = shown.map(labelOf);
        return shown.filter((_path, at) => labels.indexOf(labels[at]!) !== labels.lastIndexOf(labels[at]!));
      }),
    );
    expect(new Set(same)).toEqual(new Set());
  });
});
