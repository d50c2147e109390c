/** The announcement of the admins: every connection to the server receives it. */
import { signal } from "@preact/signals";
import type { Text } from "../model";

export const announced = signal<Text | null>(null);
