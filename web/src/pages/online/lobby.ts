/** The public tables and who looks for an opponent, live over a WebSocket of its own; it comes back by itself. */
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { socketAddress } from "../../base";
import type { Message, Request, Seeks, Summary } from "../../protocol";
import { announced } from "../../session/announced";

export const tables = signal<Summary[] | null>(null);
export const lobbySeeks = signal<Seeks | null>(null);
export const lobbyLost = signal(false);

function hear(message: Message): void {
  const others = (id: string) => (tables.value ?? []).filter((one) => one.table !== id);
  if (message.type === "lobby") tables.value = message.tables;
  else if (message.type === "lobby-table") tables.value = [...others(message.table), message];
  else if (message.type === "lobby-gone") tables.value = others(message.table);
  else if (message.type === "seeks") lobbySeeks.value = message;
  else if (message.type === "announcement") announced.value = message.announcement;
}

export function useLobby(): void {
  useEffect(() => {
    let socket: WebSocket | null = null;
    let timer = 0;
    let wait = 500;
    const enter = () => {
      socket = new WebSocket(socketAddress());
      socket.onopen = () => {
        wait = 500;
        lobbyLost.value = false;
        socket?.send(JSON.stringify({ do: "lobby" } satisfies Request));
      };
      socket.onmessage = ({ data }: MessageEvent<string>) => hear(JSON.parse(data) as Message);
      socket.onclose = () => {
        lobbyLost.value = true;
        timer = window.setTimeout(enter, wait);
        wait = Math.min(wait * 2, 15_000);
      };
    };
    enter();
    return () => {
      clearTimeout(timer);
      if (socket) socket.onclose = null;
      socket?.close();
    };
  }, []);
}
