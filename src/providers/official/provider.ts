/** The official sources as one provider, without a key. The SEC requires a contact and blocks an address that calls too often. */
import { UnreadableAnswer } from "../../contract/errors.js";
import type { Provider } from "../../contract/provider.js";
import { isObject } from "../../lib/is-object.js";
import { parseJson } from "../../lib/parse-json.js";
import { createClient, type OfficialClient, type SharedObjects } from "./client.js";
import { officialDescription } from "./description.js";
import { toRefusal } from "./refusal.js";

export const officialSources: Provider<OfficialClient> = {
  ...officialDescription,
  retries: true,
  refusal: (response, { scopes = [], readsAnyBody = false }) => toRefusal(response, scopes, readsAnyBody),
  open(settings) {
    const objects: SharedObjects = new Map();
    return (upstream) => createClient(settings, objects, upstream);
  },
  async probe(client) {
    const { status, text } = await client.sendToSec("data", "submissions/CIK0000320193.json");
    // An upstream without this file can be reached, too.
    if (status === 200 && !isObject(parseJson(text))) throw new UnreadableAnswer("provider-d");
  },
};
