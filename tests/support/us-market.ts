/** The hours of the US market, as the program hands them to its surfaces. */
import { followsUsSession } from "../../src/market/symbols/symbol.js";
import { usMarketSession } from "../../src/market/sessions/us-market-hours.js";

export const US_MARKET = { session: usMarketSession, follows: followsUsSession };
