/** Shows one line of progress at a terminal, and nothing in CI or when the output goes to a file. */
const live = process.stderr.isTTY === true && !process.env.CI;

/**
 * Shows the progress of a long task in place of the previous line.
 *
 * @param {string} text
 */
export function showProgress(text) {
  if (live) process.stderr.write(`\r\u001b[K${text} `);
}

/** Removes the line, before a result is printed. */
export function clearProgress() {
  if (live) process.stderr.write("\r\u001b[K");
}
