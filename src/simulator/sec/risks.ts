/** Invented risk factors, long enough for several pages of an answer; `{name}` stands for the company. */
const SUBJECTS = [
  ["demand for its goods", "customers may postpone what they buy"],
  ["the prices of materials", "suppliers may pass on their own costs"],
  ["few suppliers", "another supplier cannot always be found in time"],
  ["competition in all regions", "rivals may sell similar goods for less"],
  ["the exchange rates of other currencies", "sales abroad may be worth less"],
  ["interest rates", "new debt may cost more than the debt it replaces"],
  ["laws and their changes", "permits may come late or not at all"],
  ["the safety of its systems", "intruders may stop the work of whole sites"],
  ["the people who work for it", "those with rare skills may leave"],
  ["taxes", "authorities may read the same rule in another way"],
  ["disasters", "a storm or an earthquake may close a site for months"],
  ["the trust of its customers", "a fault of one product may harm all others"],
] as const;

export const RISKS: readonly string[] = SUBJECTS.flatMap(([subject, reason]) => [
  `The business of {name} depends on ${subject}.`,
  `The results of {name} depend on ${subject}, and ${reason}. In this simulated report, as in real ones, the effect cannot be foreseen: revenue may fall, costs may rise, and the operating margin may be lower than in the years before. {name} watches this risk, plans for it and buys insurance where there is one, but none of these measures removes it. If several of the risks that this item describes come together, the harm may be greater than the sum of each alone, and the price of the shares of {name} may fall.`,
]);
