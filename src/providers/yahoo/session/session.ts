/**
 * The session with Yahoo: cookies and a crumb, valid for months.
 *
 * It is kept in the store because Yahoo limits handshakes first: one process opens it, all others use it, and a
 * process that starts later makes no handshake.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { ProviderError, type Reason } from "../../../contract/errors.js";
import type { ProviderSettings } from "../../../contract/provider.js";
import { z } from "../../../contract/schema.js";
import { SESSION_SCOPES, type UpstreamResponse } from "../../../contract/upstream.js";
import { DAY_MS } from "../../../lib/day.js";
import { parseJson } from "../../../lib/parse-json.js";
import { Hosts } from "./hosts.js";
import { isCrumb, MAX_HANDSHAKE_MS, performHandshake, WAYS } from "./handshake.js";

const MINUTE_SECONDS = 60;
const MINUTE_MS = MINUTE_SECONDS * 1000;
/** Milliseconds for which the session is stored; its cookies are valid for a year. */
const SESSION_TTL_MS = 180 * DAY_MS;
/** Milliseconds of the lease; a process killed while it holds the lease delays other processes by this much. */
const LEASE_MS = MAX_HANDSHAKE_MS + 5_000;
/** Milliseconds between reads of the store while another process holds the lease. */
const POLL_MS = 250;
/**
 * Milliseconds for which the lease is held after a failure, so that the pause reaches other processes before they try a
 * handshake.
 */
const LEASE_AFTER_FAILURE_MS = 1_000;

/**
 * Seconds after a failed handshake in which no process starts another one. A connection failure may end soon; after a
 * refusal further attempts make it worse. A limit (`session_limited`) has begun a pause of its own.
 */
const PAUSE_SECONDS: Readonly<Partial<Record<Reason, number>>> = {
  no_cookie: MINUTE_SECONDS,
  crumb_refused: MINUTE_SECONDS,
  session_limited: MINUTE_SECONDS,
  consent_changed: MINUTE_SECONDS,
  blocked: MINUTE_SECONDS,
  bad_answer: MINUTE_SECONDS,
  server_error: 5,
  unreachable: 5,
  timed_out: 5,
};

/** A crumb and its cookies, as calls send them. */
const pass = z.object({
  crumb: z.string().refine(isCrumb),
  cookie: z.string().regex(/^[\x20-\x7e]{1,8000}$/),
  /** Time at which the pass was obtained, milliseconds since the epoch. */
  at: z.number(),
  /** Whether it replaced a refused pass. */
  renewal: z.boolean(),
});
export type Pass = z.output<typeof pass>;

/** The stored session: its server, the way that last led to a session, and the pass unless it was refused. */
const storedSession = z.object({ server: z.string(), way: z.enum(WAYS), pass: pass.nullable() });

type Settings = Pick<ProviderSettings, "baseUrl" | "shared" | "session"> & { cookieUrl: string; userAgent: string };

export class Session {
  /** Headers of every call, with our user agent. */
  readonly headers: Readonly<Record<string, string>>;
  /** The hosts that get the calls. */
  readonly hosts: Hosts;
  readonly #settings: Settings;
  #pass: Pass | undefined;
  #opening: Promise<Pass> | undefined;
  /** Address of the last call that B answered with a pass; at first the cheapest call, for a symbol that B always has. */
  #worked: URL;
  #trial: { crumb: string; isAccepted: Promise<boolean> } | undefined;

  constructor(settings: Settings) {
    this.#settings = settings;
    this.hosts = new Hosts(settings.baseUrl);
    this.headers = { "user-agent": settings.userAgent, "accept-language": "en-US,en;q=0.9" };
    this.#worked = new URL(`${settings.baseUrl}/v7/finance/quote?symbols=AAPL`);
  }

  /**
   * Returns the pass of this process, else the stored one, else that of a new handshake; all callers share it.
   *
   * @throws {ProviderError} the reason of a failed handshake; during the pause after it, without another attempt.
   */
  pass(): Promise<Pass> {
    return this.#pass ? Promise.resolve(this.#pass) : this.#openOnce();
  }

  /**
   * Returns a pass in place of a refused one. When many calls are refused with the same pass, only the first one renews
   * it.
   *
   * @throws {ProviderError} `crumb_refused` when new passes are refused as well, and as `pass`.
   */
  async renew(refused: Pass): Promise<Pass> {
    if (this.#pass === refused) {
      if (refused.renewal && this.#now() - refused.at < MINUTE_MS) throw await this.discard(refused);
      this.#pass = undefined;
      return this.#openOnce(refused);
    }
    return this.pass();
  }

  /** Stores the address of a call that B answered with a pass. */
  worked(address: URL): void {
    this.#worked = address;
  }

  /**
   * Whether B accepts a pass although it refused the call to `refused`: B may refuse a single symbol, and that must not
   * cost all callers their session. The last call that worked is repeated, unless it is that call; calls refused at the
   * same moment share one trial.
   *
   * @throws {ProviderError} when the trial itself fails.
   */
  async isAccepted(tried: Pass, refused: URL): Promise<boolean> {
    if (this.#pass !== tried) return false;
    const url = new URL(this.#worked);
    url.searchParams.set("crumb", tried.crumb);
    if (url.href === refused.href) return false;
    if (this.#trial?.crumb !== tried.crumb) {
      const isAccepted = this.#try(url, tried.cookie).finally(() => (this.#trial = undefined));
      this.#trial = { crumb: tried.crumb, isAccepted };
    }
    return this.#trial.isAccepted;
  }

  async #try(url: URL, cookie: string): Promise<boolean> {
    const headers = { ...this.headers, cookie };
    const response = await this.#settings.shared.send({ url, headers, scopes: [SESSION_SCOPES.using] });
    return !isRefused(response);
  }

  /**
   * Discards a renewed pass that was refused again, for all processes: another handshake would not help for a while.
   */
  async discard(refused: Pass): Promise<ProviderError> {
    const { session } = this.#settings;
    if (this.#pass === refused) {
      this.#pass = undefined;
      session.pause(MINUTE_SECONDS, "crumb_refused");
      await session.acquire(LEASE_AFTER_FAILURE_MS);
      const known = await this.#read();
      if (known?.pass?.crumb === refused.crumb) await this.#write({ ...known, pass: null });
    }
    return new ProviderError("provider-b", "crumb_refused", { retryAfterSeconds: session.paused()?.seconds });
  }

  #openOnce(refused?: Pass): Promise<Pass> {
    this.#opening ??= this.#open(refused).finally(() => (this.#opening = undefined));
    return this.#opening;
  }

  async #open(refused: Pass | undefined): Promise<Pass> {
    const { baseUrl, cookieUrl, session, shared } = this.#settings;
    const deadline = performance.now() + LEASE_MS;
    for (;;) {
      const paused = session.paused();
      if (paused) throw new ProviderError("provider-b", paused.reason, { retryAfterSeconds: paused.seconds });
      const usable = toUsable(await this.#read(), refused);
      if (usable) return (this.#pass = usable);
      if (await session.acquire(LEASE_MS)) break;
      if (performance.now() >= deadline) throw new ProviderError("provider-b", "timed_out");
      await sleep(POLL_MS);
    }
    try {
      // Another process may have opened a session between our last read and our lease.
      const known = await this.#read();
      let opened = toUsable(known, refused);
      if (!opened) {
        const { hosts, headers } = this;
        const { way, ...obtained } = await performHandshake({ hosts, headers, cookieUrl, shared }, known?.way);
        opened = { ...obtained, at: this.#now(), renewal: refused !== undefined || known !== undefined };
        await this.#write({ server: baseUrl, way, pass: opened });
      }
      await session.release();
      // Set last: a call that used it earlier and was refused would clear it while other calls wait for it here.
      return (this.#pass = opened);
    } catch (error) {
      const seconds = error instanceof ProviderError ? PAUSE_SECONDS[error.reason] : undefined;
      if (!(error instanceof ProviderError) || seconds === undefined) {
        await session.release();
        throw error;
      }
      const { reason, retryAfterSeconds = seconds } = error;
      if (reason !== "session_limited") session.pause(retryAfterSeconds, reason);
      await session.acquire(LEASE_AFTER_FAILURE_MS);
      throw new ProviderError("provider-b", reason, { retryAfterSeconds });
    }
  }

  async #read(): Promise<z.output<typeof storedSession> | undefined> {
    const text = await this.#settings.session.read();
    const known = text === undefined ? undefined : storedSession.safeParse(parseJson(text)).data;
    return known?.server === this.#settings.baseUrl ? known : undefined;
  }

  #write(session: z.output<typeof storedSession>): Promise<void> {
    return this.#settings.session.write(JSON.stringify(session), SESSION_TTL_MS);
  }

  #now(): number {
    return this.#settings.shared.now().getTime();
  }
}

/** Whether B answered that it does not accept the pass. */
export function isRefused({ status }: UpstreamResponse): boolean {
  return status === 401 || status === 403;
}

/** Returns the stored pass, unless it is the refused one. */
function toUsable(known: z.output<typeof storedSession> | undefined, refused: Pass | undefined): Pass | undefined {
  return known?.pass && known.pass.crumb !== refused?.crumb ? known.pass : undefined;
}
