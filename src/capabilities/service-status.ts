/** The state of this server: available providers, remaining quotas, cache hits. */
import { defineCapability } from "../contract/capability.js";
import { day } from "../contract/fields.js";
import { z } from "../contract/schema.js";
import { statusOutput } from "../contract/status.js";
import { marketErrors } from "./shapes.js";

/** The rules of the exchange's holidays hold from this day on. */
const FIRST_DAY = "2022-01-01";
const DAY_ALLOWED = "a day from 2022 on, such as 2026-11-27";

export const serviceStatus = defineCapability({
  name: "service-status",
  title: "Service status",
  route: "/api/v1/status",
  tool: {
    name: "get_service_status",
    command: "status",
    alsoCalled: ["open", "hours", "market-hours", "market-status", "is-open"],
    set: "core",
    summary: "Whether the US stock market is open today or on a date",
    description:
      "Whether the US stock market is open today or on a date, next opening, holidays, half days; providers, quotas, cache.",
  },
  resource: {
    path: "status",
    description: "Which providers work, what is left of their quotas, the US market session. Costs no quota.",
  },
  input: z.object({
    date: day
      .refine((value) => value >= FIRST_DAY, DAY_ALLOWED)
      .optional()
      .describe("Default today"),
  }),
  output: statusOutput,
  currency: null,
  freshness: { ttlSeconds: 0, staleSeconds: 0 },
  errors: marketErrors,
});
