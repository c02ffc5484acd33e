/** Fields that a mapping leaves out, because its source does not have them: in the answer they are `null`. */
import { isObject } from "../lib/is-object.js";
import { oncePer } from "../lib/once-per.js";
import { z } from "./schema.js";

/** An answer's data as a mapping writes it: a field that may be `null` may be left out, at any depth. */
export type Sparse<T> = T extends readonly (infer Row)[]
  ? Sparse<Row>[]
  : T extends object
    ? { [Name in keyof T as null extends T[Name] ? never : Name]: Sparse<T[Name]> } & {
        [Name in keyof T as null extends T[Name] ? Name : never]?: Sparse<T[Name]> | undefined;
      }
    : T;

/** Returns a value with `null` for each absent field; the value itself where none is absent. */
type Fill = (value: unknown) => unknown;

/**
 * Returns data with `null` for each field that the answer has and `data` does not, at any depth. Fields that the schema
 * declares as optional stay absent. An object that lacks fields is copied, in the order of the schema.
 */
export function withNulls<T>(output: z.AnyZodObject, data: Sparse<T>): T {
  return (fillOfOutput(output)?.(data) ?? data) as T;
}

const fillOfOutput = oncePer((output: z.AnyZodObject) => fillOf(output));

/** Returns the function for a type; `undefined` for one in which no field can be absent. */
function fillOf(type: z.ZodTypeAny): Fill | undefined {
  if (type instanceof z.ZodNullable || type instanceof z.ZodOptional) return fillOf(type.unwrap() as z.ZodTypeAny);
  if (type instanceof z.ZodArray) return fillRows(fillOf(type.element as z.ZodTypeAny));
  return type instanceof z.ZodObject ? fillObject((type as z.AnyZodObject).shape as z.ZodRawShape) : undefined;
}

function fillRows(fill: Fill | undefined): Fill | undefined {
  if (!fill) return undefined;
  return (rows) => {
    if (!Array.isArray(rows)) return rows;
    const filled = rows.map(fill);
    return filled.some((row, at) => row !== rows[at]) ? filled : rows;
  };
}

function fillObject(shape: z.ZodRawShape): Fill | undefined {
  const fields = Object.entries(shape).map(([name, type]) => ({
    name,
    fill: fillOf(type),
    isNullable: type.isNullable() && !type.isOptional(),
  }));
  if (!fields.some(({ fill, isNullable }) => fill || isNullable)) return undefined;
  return (value) => {
    if (!isObject(value)) return value;
    const filled: Record<string, unknown> = {};
    let isChanged = false;
    for (const { name, fill, isNullable } of fields) {
      const own = value[name];
      const whole = own === undefined && isNullable ? null : fill ? fill(own) : own;
      if (whole !== own) isChanged = true;
      if (whole !== undefined) filled[name] = whole;
    }
    return isChanged ? { ...filled, ...withoutKnown(value, filled) } : value;
  };
}

/** The fields of `value` that `known` does not have. */
function withoutKnown(value: Record<string, unknown>, known: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !(name in known)));
}
