/** Whether a browser shows the text of an element, by its tag, attributes and style. Style sheets are not read. */
import { ownValue } from "../../../lib/own-value.js";

/** Properties that an element takes over from those around it. */
export interface Look {
  /** Not shown, with all that is in it. */
  hidden: boolean;
  /** Whether a text in it is seen: it has a size, and another color than its background. */
  seen: boolean;
  /** Text of size 0. */
  sizeless: boolean;
  /** Colors as the document writes them. */
  color: string;
  background: string;
}

/** The look of a page. */
export const PAGE_LOOK: Look = {
  hidden: false,
  seen: true,
  sizeless: false,
  color: "#000000",
  background: "#ffffff",
};

const HIDDEN_TAGS = new Set(
  "ix:header script style title head noscript svg template iframe object audio video canvas datalist noembed noframes".split(
    " ",
  ),
);
/** A declaration that can hide a text or show it again, without "!important". */
const DECLARATION = /(?<=^|;)\s*(display|visibility|opacity|font(?:-size)?|color|background(?:-color)?)\s*:([^;!]*)/gi;
/** Colors whose red, green and blue differ by at most this much, of 255, look the same to a reader. */
const MAX_DIFFERENCE = 16;

/** The look of an element within one of another look. */
export function toLook(name: string, attributes: Readonly<Record<string, string>>, outer: Look): Look {
  const { style, bgcolor, color, text, hidden } = attributes;
  if (outer.hidden) return outer;
  if (HIDDEN_TAGS.has(name) || hidden !== undefined) return { ...outer, hidden: true };
  if (style === undefined && bgcolor === undefined && color === undefined && text === undefined) return outer;
  const look = { ...outer };
  if (bgcolor !== undefined) setBackground(look, bgcolor.trim().toLowerCase());
  // Other elements have no such attribute.
  const own = name === "body" ? text : name === "font" ? color : undefined;
  if (own !== undefined) setColor(look, own.trim().toLowerCase());
  for (const [, property, value] of (style ?? "").matchAll(DECLARATION))
    APPLY[property!.toLowerCase()]!(look, value!.trim().toLowerCase());
  if (look.color !== outer.color || look.background !== outer.background || look.sizeless !== outer.sizeless)
    look.seen = !look.sizeless && isApart(look);
  return look;
}

const APPLY: Readonly<Record<string, (look: Look, value: string) => void>> = {
  display: (look, value) => (look.hidden ||= value === "none"),
  visibility: (look, value) => (look.hidden ||= value === "hidden" || value === "collapse"),
  opacity: (look, value) => (look.hidden ||= Number.parseFloat(value) === 0),
  "font-size": (look, value) => {
    if (/^[\d.]/.test(value) && Number.parseFloat(value) === 0) look.sizeless = true;
    // A share of the size around it is 0 where that is.
    else if (value.endsWith("rem") || !/(?:em|%|inherit|larger|smaller)$/.test(value)) look.sizeless = false;
  },
  font: (look, value) => (look.sizeless = /(?:^| )0(?:px|pt|em|%)?[ /]/.test(value)),
  color: setColor,
  "background-color": setBackground,
  background: (look, value) => setBackground(look, PICTURE.test(value) ? value : (FIRST_COLOR.exec(value)?.[0] ?? "")),
};
/** The color of a background that has other properties beside it, and no picture. */
const FIRST_COLOR = /#[\da-f]{3,8}|rgba?\([^)]{0,60}\)|^[a-z]+/;
const PICTURE = /url\(|gradient/;

function setColor(look: Look, value: string): void {
  if (!INHERITED.test(value)) look.color = value;
}

function setBackground(look: Look, value: string): void {
  if (!INHERITED.test(value) && toRgb(value)?.[3] !== 0) look.background = value;
}

/** Values that leave the color of the element around it. */
const INHERITED = /^(?:|inherit|initial|unset|none)$/;

/** Whether a text has another color than its background; a color that is not read here, and a picture, count as others. */
function isApart({ color, background }: Look): boolean {
  if (color === background) return false;
  const [front, back] = [toRgb(color), toRgb(background)];
  if (front?.[3] === 0) return false;
  return !front || !back || [0, 1, 2].some((part) => Math.abs(front[part]! - back[part]!) > MAX_DIFFERENCE);
}

/** Red, green, blue and, where it is stated, how opaque a color is; `undefined` for one that is not read here. */
function toRgb(color: string): number[] | undefined {
  if (color === "transparent") return [0, 0, 0, 0];
  const hex = /^#?([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/.exec(ownValue(NAMED, color) ?? color)?.[1];
  if (hex !== undefined) {
    return hex.match(hex.length < 6 ? /./g : /../g)!.map((part) => Number.parseInt(part.padEnd(2, part), 16));
  }
  const parts = /^rgba?\(([\d., %/]{5,60})\)$/.exec(color)?.[1]?.match(/[\d.]+%?/g);
  return parts?.map((part) => Number.parseFloat(part) * (part.endsWith("%") ? 2.55 : 1));
}

const NAMED: Readonly<Record<string, string>> = { white: "#ffffff", black: "#000000" };
