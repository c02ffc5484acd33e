/** The state of one provider for the status page and the status endpoint. */
import { REASONS } from "../contract/errors.js";
import type { ProviderStatus } from "../contract/status.js";
import type { RunningProvider } from "./fallback.js";

/** Returns the state of a provider's calls; makes no call. */
export async function toProviderStatus({ provider, configured, status }: RunningProvider): Promise<ProviderStatus> {
  const { circuit, pause, sessionPause, quota, ratePerMinute, waiting } = await status();
  return {
    provider: provider.id,
    configured,
    circuit,
    paused_for: pause?.seconds ?? null,
    pause_reason: pause ? REASONS[pause.reason].brief : null,
    session_refused: sessionPause && !pause ? REASONS[sessionPause.reason].brief : null,
    quota_used: quota.used,
    quota_limit: quota.limit,
    quota_resets_at: quota.freeAt?.toISOString() ?? null,
    rate_per_minute: ratePerMinute,
    waiting,
  };
}
