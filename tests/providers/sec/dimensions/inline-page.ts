/** Small inline pages in the form that companies file. */

/** A context: its period (one day, or first and last) and its dimensions. */
export type PlayedContext = readonly [period: string, ...dimensions: (readonly [axis: string, member: string])[]];

const HEAD = `<?xml version='1.0' encoding='ASCII'?>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:ix="http://www.xbrl.org/2013/inlineXBRL" xmlns:ixt="http://www.xbrl.org/inlineXBRL/transformation/2020-02-12" xmlns:ixt1="http://www.xbrl.org/inlineXBRL/transformation/2015-02-26" xmlns:ixt-sec="http://www.sec.gov/inlineXBRL/transformation/2015-08-31" xmlns:xbrli="http://www.xbrl.org/2003/instance" xmlns:xbrldi="http://xbrl.org/2006/xbrldi" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:us-gaap="http://fasb.org/us-gaap/2024" xmlns:srt="http://fasb.org/srt/2024" xmlns:toy="http://toy.example/20241231">`;

const UNITS = `<xbrli:unit id="usd"><xbrli:measure>iso4217:USD</xbrli:measure></xbrli:unit>
<xbrli:unit id="shares"><xbrli:measure>xbrli:shares</xbrli:measure></xbrli:unit>
<xbrli:unit id="per"><xbrli:divide><xbrli:unitNumerator><xbrli:measure>iso4217:USD</xbrli:measure></xbrli:unitNumerator><xbrli:unitDenominator><xbrli:measure>xbrli:shares</xbrli:measure></xbrli:unitDenominator></xbrli:divide></xbrli:unit>
<xbrli:unit id="vendor"><xbrli:measure>toy:Vendor</xbrli:measure></xbrli:unit>`;

export function contextOf(id: string, [period, ...dimensions]: PlayedContext): string {
  const [first = "", last] = period.split("/");
  const days =
    last === undefined
      ? `<xbrli:instant>${first}</xbrli:instant>`
      : `<xbrli:startDate>${first}</xbrli:startDate><xbrli:endDate>${last}</xbrli:endDate>`;
  const members = dimensions.map(([axis, member]) =>
    member.startsWith("<")
      ? `<xbrldi:typedMember dimension="${axis}">${member}</xbrldi:typedMember>`
      : `<xbrldi:explicitMember dimension="${axis}">${member}</xbrldi:explicitMember>`,
  );
  const segment = members.length === 0 ? "" : `<xbrli:segment>${members.join("")}</xbrli:segment>`;
  return `<xbrli:context id="${id}"><xbrli:entity><xbrli:identifier scheme="http://www.sec.gov/CIK">0000320193</xbrli:identifier>${segment}</xbrli:entity><xbrli:period>${days}</xbrli:period></xbrli:context>`;
}

/** Returns a page with these contexts and this markup; `hidden` stands in its header. */
export function inlinePage(contexts: Readonly<Record<string, PlayedContext>>, body: string, hidden = ""): string {
  const all = Object.entries(contexts).map(([id, context]) => contextOf(id, context));
  return `${HEAD}<head><title>toy</title></head><body><div style="display:none"><ix:header><ix:hidden>${hidden}</ix:hidden><ix:resources>${all.join("\n")}${UNITS}</ix:resources></ix:header></div>${body}</body></html>`;
}

let next = 0;

/** Returns a fact in millions of dollars. */
export function millions(concept: string, context: string, text: string, further = ""): string {
  return `<td><ix:nonFraction unitRef="usd" contextRef="${context}" decimals="-6" name="${concept}" format="ixt:num-dot-decimal" scale="6" id="f-${++next}" ${further}>${text}</ix:nonFraction></td>`;
}
