/** The hours of the US market, as the program hands them to its surfaces. */
import { followsUsSession } from "../../src/market/symbol.js";
import { usMarketSession } from "../../src/market/us-market-hours.js";

export const US_MARKET = { session: usMarketSession, follows: followsUsSession };
