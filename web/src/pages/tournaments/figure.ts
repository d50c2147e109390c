/** Points as people write them: 3½; other fractions with their decimals. */
import { language } from "../settings";

export function figure(value: number): string {
  if (value % 1 === 0.5) return value < 1 ? "½" : `${Math.floor(value)}½`;
  return new Intl.NumberFormat(language.value === "en" ? "en-GB" : "fr", { maximumFractionDigits: 2 }).format(value);
}
