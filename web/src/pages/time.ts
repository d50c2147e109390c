/** Moments and durations in words. */
import { language } from "./settings";
import { t } from "../words/words";

/** The English of the server is British, and so are its dates. */
const locale = () => (language.value === "en" ? "en-GB" : "fr");

const steps = [
  [60_000, 60, "second"],
  [3_600_000, 60, "minute"],
  [86_400_000, 24, "hour"],
  [Infinity, Infinity, "day"],
] as const;

/** « il y a 3 heures » */
export function ago(at: number): string {
  const passed = Math.max(0, Date.now() - at);
  const words = new Intl.RelativeTimeFormat(locale(), { numeric: "auto" });
  if (passed < 60_000) return t("time.now");
  let unit = 1000;
  for (const [below, size, name] of steps) {
    if (passed < below) return words.format(-Math.floor(passed / unit), name);
    unit *= size;
  }
  return "";
}

/** 12:05, 1:02:05, or days and hours when there is that much. */
export function duration(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  if (seconds >= 86_400) return t("time.days", { days: Math.floor(seconds / 86_400), hours: Math.floor((seconds % 86_400) / 3600) });
  const two = (n: number) => String(n).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** « 18 novembre à 14:05 » */
export function moment(at: number): string {
  const words = { day: "numeric", month: "long", hour: "numeric", minute: "2-digit" } as const;
  return new Intl.DateTimeFormat(locale(), words).format(at);
}

/** « 18 novembre 2026 » */
export function day(at: number): string {
  return new Intl.DateTimeFormat(locale(), { day: "numeric", month: "long", year: "numeric" }).format(at);
}
