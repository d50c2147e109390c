// A slow line to a server: what goes through it is delayed, and all that comes back shares so many bytes a second. Unlike what
// a browser pretends for a page, this slows its workers, too.
import net from "node:net";

const SLICE = 1400;

export async function openLine(port, { bytesPerSecond, delay }) {
  const sockets = new Set();
  let free = 0;
  /** Hands on a piece when its turn on the line has come. */
  const send = (to, piece) => {
    free = Math.max(free, Date.now()) + (piece.length * 1000) / bytesPerSecond;
    setTimeout(() => to.writable && to.write(piece), free - Date.now() + delay);
  };
  const server = net.createServer((near) => {
    const far = net.connect(port, "127.0.0.1");
    for (const [one, other] of [[near, far], [far, near]]) {
      sockets.add(one);
      one.on("error", () => other.destroy());
      one.on("close", () => {
        sockets.delete(one);
        setTimeout(() => other.end(), Math.max(0, free - Date.now()) + 2 * delay);
      });
    }
    near.on("data", (bytes) => setTimeout(() => far.writable && far.write(bytes), delay));
    far.on("data", (bytes) => {
      for (let at = 0; at < bytes.length; at += SLICE) send(near, bytes.subarray(at, at + SLICE));
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
