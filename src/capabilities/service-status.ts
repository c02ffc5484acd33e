/** The state of this server: available providers, remaining quotas, cache hits. */
import { defineCapability } from "../contract/capability.js";
import { z } from "../contract/schema.js";
import { statusOutput } from "../contract/status.js";
import { marketErrors } from "./shapes.js";

export const serviceStatus = defineCapability({
  name: "service-status",
  title: "Service status",
  route: "/api/v1/status",
  tool: {
    name: "get_service_status",
    set: "core",
    description: "State of this server: providers, quotas left, cache, US market session. Costs nothing.",
  },
  resource: {
    path: "status",
    description: "Which providers work, what is left of their quotas, the US market session. Costs no quota.",
  },
  input: z.object({}),
  output: statusOutput,
  currency: null,
  freshness: { ttlSeconds: 0, staleSeconds: 0 },
  errors: marketErrors,
});
