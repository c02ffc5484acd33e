/** One line at a terminal for a person who waits; nothing in CI, and nothing where the output goes to a file. */
const live = process.stderr.isTTY === true && !process.env.CI;

/**
 * Shows how far a long piece of work is, in the place of what was shown before.
 *
 * @param {string} text
 */
export function showProgress(text) {
  if (live) process.stderr.write(`\r\u001b[K${text} `);
}

/** Takes the line away, before a result is printed. */
export function clearProgress() {
  if (live) process.stderr.write("\r\u001b[K");
}
