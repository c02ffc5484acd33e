/** Finds the item of a filing that a person or a model names, by its number, its title or a usual name. */
import { sectionHeadings, type Item } from "./filing-item-titles.js";
import { toComparable } from "./filing-words.js";

/** Usual names of items, as forms of 10-K, 10-Q and 20-F title them. */
const NAMES: readonly [name: RegExp, title: RegExp][] = [
  [
    /^(?:md ?& ?a|mda|management'?s discussion.*|management discussion.*)$/,
    /management'?s'? discussion|operating and financial review/,
  ],
  [/^(?:risks?|risk factors?)$/, /risk factors/],
  [/^(?:legal|legal proceedings?|litigation)$/, /legal proceedings/],
  [/^(?:market risk|quantitative.*)$/, /about market risk|^quantitative/],
  [/^(?:controls?|controls and procedures|internal controls?)$/, /controls and procedures/],
  [
    /^(?:earnings|results|results of operations)$/,
    /results of operations and financial condition|management'?s'? discussion|operating results|operating and financial review/,
  ],
  [/^(?:financials|financial statements?)$/, /financial statements/],
  [/^(?:cyber|cyber ?security)$/, /cyber/],
  [/^(?:buybacks?|repurchases?|issuer purchases.*)$/, /market for|unregistered sales|purchases of equity/],
  [/^(?:exhibits?)$/, /exhibits?/],
  [/^(?:business|business overview|company)$/, /business|information on the company/],
  [/^(?:executive pay|compensation|executive compensation)$/, /^compensation discussion|^executive compensation/],
  [/^(?:(?:security |stock |share |beneficial )*ownership)$/, /ownership/],
  [/^(?:guidance|outlook)$/, /outlook|guidance/],
];

/** The item that `section` names by number, title or usual name; undefined if the document has none. */
export function findItem(items: readonly Item[], form: string, section: string): Item | undefined {
  const asked = toComparable(section).replace(/[.:]$/, "");
  const numbered =
    /^(?:part\s+(?<part>i{1,3}v?|iv|[1-4])[\s,.:-]*)?(?:item\s*)?(?<number>\d{1,2}(?:\.\d\d)?)(?:\.?(?<letter>[a-k]))?$/.exec(
      asked,
    )?.groups;
  if (numbered) return findNumber(items, numbered);
  const titles = items.map((item) => ({ item, title: toComparable(item.title) }));
  const find = (test: (title: string) => boolean) => titles.find(({ title }) => test(title))?.item;
  const length = ({ from, to }: Item) => to - from;
  const named = titles.filter(({ title }) => title === asked).map(({ item }) => item);
  const usual = NAMES.find(([name]) => name.test(asked))?.[1];
  return (
    named.toSorted((a, b) => length(b) - length(a))[0] ??
    find((title) => title.startsWith(asked)) ??
    (usual && find((title) => usual.test(title))) ??
    find((title) => title.includes(asked)) ??
    // A proxy statement's headings name the same subject in other words.
    (sectionHeadings(form) ? find((title) => asked.split(" ").every((word) => title.includes(word))) : undefined)
  );
}

function findNumber(items: readonly Item[], asked: Record<string, string | undefined>): Item | undefined {
  const { number, letter, part } = asked;
  const roman = part && (["I", "II", "III", "IV"][Number(part) - 1] ?? part.toUpperCase());
  // "4A" is Item 4A before it is part A of Item 4; "3D" is only the latter.
  const wanted = letter ? [`${number}${letter.toUpperCase()}`, `${number}.${letter.toUpperCase()}`] : [number!];
  for (const each of wanted) {
    const plain = items.find(({ id }) => id === `Item ${each}`);
    const inPart = items.find(({ id }) =>
      roman ? id === `Part ${roman}, Item ${each}` : id.endsWith(`, Item ${each}`),
    );
    if (inPart ?? plain) return inPart ?? plain;
  }
  // Forms such as SC 13G have items and no list of them.
  return items.find(({ title }) => new RegExp(`^item ${wanted[0]}\\b`, "i").test(title));
}
