/** Mixed into the dice, so that the server alone cannot have chosen them. */
export function diceWord(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => (byte % 36).toString(36)).join("");
}
