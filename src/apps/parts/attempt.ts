/** An attempt to fetch something for a picture, which the reader can repeat after a failure. */
import { html } from "./elements.js";

/**
 * Runs `act` and shows in `status` what is happening: `asking`, then the sentence that `act` returns, or `failed` with
 * a button below it that tries again.
 */
export function attempt(status: HTMLElement, asking: string, failed: string, act: () => Promise<string>): void {
  const again = html("button", { type: "button", class: "more" }, "Try again");
  const start = () => {
    again.remove();
    status.textContent = asking;
    act().then(
      (done) => (status.textContent = done),
      () => {
        status.textContent = failed;
        status.after(again);
      },
    );
  };
  again.addEventListener("click", start);
  start();
}
