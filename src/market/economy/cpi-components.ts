/**
 * Components of the US consumer price index (CPI) by plain names.
 *
 * Weights: the BLS's table of relative importance (bls.gov/cpi/tables/relative-importance), which programs may not fetch. It
 * is renewed each January with the index of December.
 */

/** The month of the weights: prices move them within the year. */
export const WEIGHTS_OF = "December 2025";

interface Component {
  /** The code within an id of the BLS: `SAF1` in CUSR0000SAF1. */
  item: string;
  title: string;
  /** Percent of the whole index; `null` where it is not known. */
  weight: number | null;
  /** Further words for it, and its id at FRED. */
  words?: string;
}

export const CPI_COMPONENTS = {
  food: { item: "SAF1", title: "food", weight: 13.698, words: "CPIUFDSL, food prices, food inflation, food CPI" },
  food_at_home: { item: "SAF11", title: "food at home", weight: 8.325, words: "groceries, grocery prices" },
  food_away: { item: "SEFV", title: "food away from home", weight: 5.373, words: "restaurants, restaurant prices" },
  energy: { item: "SA0E", title: "energy", weight: 6.383, words: "CPIENGSL, energy prices, energy inflation" },
  gasoline: {
    item: "SETB01",
    title: "gasoline, all types",
    weight: 2.895,
    words: "gas prices, gasoline prices, petrol",
  },
  electricity: { item: "SEHF01", title: "electricity", weight: 2.489, words: "electricity prices" },
  utility_gas: { item: "SEHF02", title: "utility gas service", weight: 0.773, words: "natural gas service" },
  fuel_oil: { item: "SEHE01", title: "fuel oil", weight: 0.14, words: "heating oil" },
  core_goods: { item: "SACL1E", title: "commodities less food and energy commodities", weight: 19.176 },
  new_cars: { item: "SETA01", title: "new vehicles", weight: 3.838, words: "new vehicles, new car prices" },
  used_cars: { item: "SETA02", title: "used cars and trucks", weight: 2.759, words: "used vehicles, used car prices" },
  apparel: { item: "SAA", title: "apparel", weight: 2.368, words: "CPIAPPSL, clothing" },
  medical_goods: { item: "SAM1", title: "medical care commodities", weight: 1.489 },
  core_services: { item: "SASLE", title: "services less energy services", weight: 60.744 },
  shelter: { item: "SAH1", title: "shelter", weight: 35.625, words: "shelter inflation" },
  rent: { item: "SEHA", title: "rent of primary residence", weight: 7.84, words: "rents, rent inflation" },
  owners_rent: {
    item: "SEHC",
    title: "owners' equivalent rent of residences",
    weight: 26.204,
    words: "owners equivalent rent, OER",
  },
  lodging: { item: "SEHB", title: "lodging away from home", weight: 1.289, words: "hotels, hotel prices" },
  medical_services: { item: "SAM2", title: "medical care services", weight: 6.935 },
  medical_care: { item: "SAM", title: "medical care", weight: 8.424, words: "CPIMEDSL, healthcare prices" },
  transport_services: {
    item: "SAS4",
    title: "transportation services",
    weight: 6.315,
    words: "transportation services",
  },
  airfares: { item: "SETG01", title: "airline fares", weight: 0.881, words: "airline fares, air fares, plane tickets" },
  car_insurance: { item: "SETE", title: "motor vehicle insurance", weight: null, words: "motor vehicle insurance" },
  transport: { item: "SAT", title: "transportation", weight: null, words: "CPITRNSL, transportation" },
  recreation: { item: "SAR", title: "recreation", weight: null, words: "CPIRECSL" },
  education: {
    item: "SAE",
    title: "education and communication",
    weight: null,
    words: "CPIEDUSL, education and communication",
  },
  other: { item: "SAG", title: "other goods and services", weight: null, words: "CPIOGSSL, other goods and services" },
} as const satisfies Record<string, Component>;
