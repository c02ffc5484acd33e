/** Wrong keys, shared between processes. */

/** Wrong keys by the address they came from, as limits count it. */
export interface FailureNews {
  tell(address: string): void;
  follow(onFailure: (address: string) => void): void;
}
