// A small proxy: another site, of which the server is the part below a path. It changes the host, as proxies do, and
// passes WebSockets through.
import http from "node:http";
import https from "node:https";
import net from "node:net";
import { once } from "node:events";

/**
 * Listens before the server is open, since the server must know the address: `lead` says where it is. With `tls`, a key and
 * a certificate, it speaks https.
 */
export async function openSite(path, { strip = false, tls } = {}) {
  let port = 0;
  let asked = 0;
  const isOurs = (url) => url === path || url.startsWith(`${path}/`);
  const below = (url) => (strip ? url.slice(path.length) || "/" : url);
  const server = tls ? https.createServer(tls) : http.createServer();
  server.on("request", (request, response) => {
    asked++;
    if (!isOurs(request.url)) {
      response.writeHead(404, { "content-type": "text/plain" }).end("another part of the site");
      return;
    }
    const headers = { ...request.headers, host: `127.0.0.1:${port}`, "x-forwarded-for": "192.0.2.7" };
    const onward = http.request({ port, host: "127.0.0.1", method: request.method, path: below(request.url), headers }, (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    request.pipe(onward);
  });
  server.on("upgrade", (request, socket, head) => {
    const server = net.connect(port, "127.0.0.1", () => {
      const headers = { ...request.headers, host: `127.0.0.1:${port}` };
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
      server.write(`GET ${below(request.url)} HTTP/1.1\r\n${lines.join("")}\r\n`);
      server.write(head);
      socket.pipe(server).pipe(socket);
    });
    for (const end of [server, socket]) end.on("error", () => (server.destroy(), socket.destroy()));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `${tls ? "https" : "http"}://127.0.0.1:${server.address().port}`;
  return {
    origin,
    asked: () => asked,
    url: origin + path,
    lead: (to) => (port = to),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
