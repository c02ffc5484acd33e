/** International securities identification numbers (ISO 6166). */

/** Whether a text is an ISIN in any case of letters: country, nine letters or digits, and the right check digit. */
export function isIsin(text: string): boolean {
  if (!/^[A-Za-z]{2}[A-Za-z0-9]{9}\d$/.test(text)) return false;
  // Letters become two digits, A = 10; then every second digit from the right, after the check digit, is doubled (Luhn).
  const digits = [...text.toLowerCase()].map((letter) => Number.parseInt(letter, 36)).join("");
  const sum = [...digits].toReversed().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
