/** What those who keep the house tell everybody: every line to the house hears it. */
import { signal } from "@preact/signals";
import type { Text } from "../model";

export const announced = signal<Text | null>(null);
