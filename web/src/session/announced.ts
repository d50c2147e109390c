/** What those who keep the server tell everybody: every line to the server hears it. */
import { signal } from "@preact/signals";
import type { Text } from "../model";

export const announced = signal<Text | null>(null);
