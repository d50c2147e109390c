/** What the tests of the client use of the tests of the server. */
declare module "*/tests/launch.mjs" {
  export interface Server {
    url: string;
    port: number;
    folder: string;
    close(signal?: string): Promise<unknown>;
    kill(): Promise<void>;
  }
  export function openServer(program: string, options?: { data?: string; port?: number }): Promise<Server>;
}

declare module "*/tests/server/client.mjs" {
  export class Guest {
    constructor(url: string, name: string);
    cookie: string;
    person: string;
    socket?: { destroy(): void };
    receive(text: string): void;
    hangUp(): void;
    connect(): Promise<Guest>;
    send(message: unknown): void;
    http(method: string, path: string, body?: unknown): Promise<{ status: number; text: string; body: unknown }>;
  }
}
