/** Wrong keys, shared between processes. */

/** Wrong keys by client address, grouped as the limits group them. */
export interface FailureNews {
  tell(address: string): void;
  follow(onFailure: (address: string) => void): void;
}
