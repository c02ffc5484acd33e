/**
 * Tries a refused pass with a call that worked, because provider B may refuse a single symbol, and that must not cost all
 * callers their session.
 */
import type { ProviderSettings } from "../../contract/provider.js";
import { SESSION_SCOPES } from "../../contract/upstream.js";

/** A crumb and its cookies. */
interface Pass {
  crumb: string;
  cookie: string;
}

export class PassTrial {
  readonly #shared: ProviderSettings["shared"];
  readonly #headers: Readonly<Record<string, string>>;
  /** Address of the last call that B answered with a pass; at first the cheapest call, for a symbol that B always has. */
  #address: URL;
  #running: { crumb: string; isAccepted: Promise<boolean> } | undefined;

  constructor({ baseUrl, shared }: Pick<ProviderSettings, "baseUrl" | "shared">, headers: Record<string, string>) {
    this.#shared = shared;
    this.#headers = headers;
    this.#address = new URL(`${baseUrl}/v7/finance/quote?symbols=AAPL`);
  }

  /** Stores the address of a call that B answered with a pass. */
  worked(address: URL): void {
    this.#address = address;
  }

  /**
   * Whether B accepts the pass for the last call that worked; false without a trial when that call is the one to
   * `refused`. Calls refused at the same moment share one trial.
   *
   * @throws {ProviderError} when the trial itself fails.
   */
  async isAccepted({ crumb, cookie }: Pass, refused: URL): Promise<boolean> {
    const url = new URL(this.#address);
    url.searchParams.set("crumb", crumb);
    if (url.href === refused.href) return false;
    if (this.#running?.crumb !== crumb) {
      const isAccepted = this.#try(url, cookie).finally(() => (this.#running = undefined));
      this.#running = { crumb, isAccepted };
    }
    return this.#running.isAccepted;
  }

  async #try(url: URL, cookie: string): Promise<boolean> {
    const headers = { ...this.#headers, cookie };
    const { status } = await this.#shared.send({ url, headers, scopes: [SESSION_SCOPES.using] });
    return status !== 401 && status !== 403;
  }
}
