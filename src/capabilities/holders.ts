/** Institutions and funds that hold a company's shares. */
import { defineCapability } from "../contract/capability.js";
import { always, count, date, label, money, ratio, shares, signed, words } from "../contract/field.js";
import { answerSymbol, symbol, timestamp } from "../contract/fields.js";
import { object, z } from "../contract/schema.js";
import { symbolErrors } from "./shapes.js";
import { DAY_SECONDS } from "../lib/day.js";

const holder = object("One holder", {
  name: always(words("As reported")),
  shares: shares("held"),
  value: money("listing", "of the shares at the source's last price, not at that of the day of reported"),
  percentHeld: ratio("of all shares", "Held"),
  sharesChange: signed(ratio("of its shares since the report before; null for a new holder")),
  isNew: z.boolean().describe("Held none in the report before"),
  reported: date("end of the reported period"),
});

export type Holder = z.output<typeof holder>;

export const holders = defineCapability({
  name: "holders",
  title: "Holders",
  route: "/api/v1/stock/{symbol}/holders",
  tool: {
    name: "get_holders",
    set: "ownership",
    description: "Largest institutions and funds that hold a company, and insiders' share.",
    rows: {
      list: "institutions",
      noun: "institutions",
      key: ["name"],
      format: "csv",
      unlisted: true,
      furtherTables: { funds: (body) => (body["funds"] as Holder[] | null) ?? [] },
    },
    picture: "holders",
  },
  input: z.object({ symbol }),
  output: z.object({
    symbol: answerSymbol,
    currency: label("Of value; GBp is pence"),
    insidersPercent: ratio("of all shares, held by insiders", "Insiders hold"),
    institutionsPercent: ratio("of all shares, held by institutions", "Institutions hold"),
    institutionsPercentOfFloat: ratio("of the float, held by institutions", "Institutions, of float"),
    institutionsCount: count("institutions that hold shares", "Institutions"),
    institutions: z
      .array(holder)
      .nullable()
      .describe("Largest first, at most ten; those that report to the SEC; null when not known"),
    funds: z.array(holder).nullable().describe("As institutions"),
    timestamp,
  }),
  freshness: { ttlSeconds: DAY_SECONDS, staleSeconds: 7 * DAY_SECONDS },
  errors: symbolErrors("fetch holders", "no_coverage"),
});
