/** One pass over a caller's arguments, for both surfaces: from what was sent to the input and the view of a question. */
import { joinSentences, on, say, the } from "../contract/sentence.js";
import type { Capability, InputOf } from "../contract/capability.js";
import type { Entry } from "../contract/entry.js";
import { inputSchema, parseInput } from "../contract/input.js";
import type { z } from "../contract/schema.js";
import { parameterElsewhere } from "../views/elsewhere.js";
import { refuseAsOf, takeView, type View } from "../views/view.js";
import { withoutAbsent } from "./absent.js";
import { isAllFields, toExpectedForm, withDirection } from "./expected-form.js";
import { fromText, toItems } from "./from-text.js";
import { toDeclaredNames, type NamedArguments } from "./parameter-names.js";
import { refuseOptionCode } from "./option-codes.js";
import { nameNotes, spellingNotes, symbolNotes } from "./read-as.js";

/** The arguments that one surface takes for a capability. */
export interface AcceptedArguments {
  /** The parameters beside those of the route; the same object each time, because a schema is made of it once. */
  own: z.ZodRawShape;
  /** Arguments that hosts send without a meaning. */
  ignored: readonly string[];
  /**
   * Whether names and values are also read as models know them from other libraries. An address is written by a program,
   * whose author needs an error rather than a guess.
   */
  isLenient: boolean;
}

/** The question of a caller. */
interface ReadSent<C extends Capability> {
  readonly input: InputOf<C>;
  /** With sentences on what was read otherwise than it was written. */
  readonly view: View;
  /** The arguments under their declared names and in their expected form, without defaults. */
  readonly given: Readonly<Record<string, unknown>>;
}

/**
 * Returns the arguments that were `sent` as the capability's input and as a view of its answer. The catalogue is needed for
 * messages that name other tools.
 *
 * @throws {MarketDataError} `invalid_input`, naming the argument, the value received and the values allowed.
 */
export function readSent<C extends Capability>(
  capability: C,
  sent: Readonly<Record<string, unknown>>,
  { own, ignored, isLenient }: AcceptedArguments,
  catalogue: readonly Entry[],
): ReadSent<C> {
  const shape = inputSchema(capability, own).shape as z.ZodRawShape;
  // 1. What has no meaning goes before names are read, so that none of it is read as a parameter.
  const meant = Object.fromEntries(Object.entries(sent).filter(([name]) => !ignored.includes(name)));
  // 2. Names come before all that depends on a parameter's schema.
  const { named, renamed } = isLenient ? toNamed(capability, meant, shape) : { named: meant, renamed: [] };
  // 3. Words for nothing go before values are read, which would make a list of "null".
  const { present, absent } = withoutAbsent(named, shape);
  // 4. Texts become values, in the spelling that the schema lists.
  const given = toValues(present, shape, isLenient);
  // 5. A symbol that is the code of an option contract is refused with the call for the contract.
  if (isLenient || typeof given["symbol"] === "string") refuseOptionCode(given, catalogue);
  // 6. The schema validates all and adds the defaults; without a history it would refuse `as_of` as an unknown name.
  refuseAsOf(capability, given, catalogue);
  const elsewhere = (name: string) => parameterElsewhere(name, capability, catalogue);
  const parsed: Record<string, unknown> = parseInput(capability, given, own, elsewhere);
  // 7. The view's parameters and holdings leave the input, of which cache keys are made.
  const view = takeView(capability, parsed, catalogue);
  const readAs = [
    ...nameNotes(renamed, named, given),
    ...spellingNotes(shape, renamed, named, given),
    ...symbolNotes(given, parsed).map(on.answer),
    ...(absent.length > 0 ? [say`Taken as not given: ${joinSentences(absent.map(the.parameter))}.`] : []),
  ];
  return { input: parsed as InputOf<C>, view: readAs.length > 0 ? { ...view, readAs } : view, given };
}

/** Returns the arguments under their declared names, without those that ask for what every answer of the tool has. */
function toNamed({ tool }: Capability, meant: Record<string, unknown>, shape: z.ZodRawShape): NamedArguments {
  const { named, renamed } = toDeclaredNames(meant, shape, tool.aliases);
  const directed = withDirection(named, shape);
  if ("fields" in shape || !isAllFields(directed["fields"])) return { named: directed, renamed };
  const { fields: _all, ...rest } = directed;
  return { named: rest, renamed };
}

/** Returns the arguments with the values that the schemas expect; unknown ones stay, and the schema refuses them. */
function toValues(args: Record<string, unknown>, shape: z.ZodRawShape, isLenient: boolean): Record<string, unknown> {
  const values = { ...args };
  for (const [name, value] of Object.entries(args)) {
    if (!Object.hasOwn(shape, name)) continue;
    const field = shape[name]!;
    const read = isLenient
      ? toExpectedForm(name, field, value)
      : typeof value === "string"
        ? fromText(field, value)
        : value;
    values[name] = toItems(field, read);
  }
  return values;
}
