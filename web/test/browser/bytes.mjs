// What came over the wire for requests of a context: those of pages, not of the service worker, which fetches when nothing
// else is wanted.
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";

export async function bytesOf(requests, dist) {
  const list = [];
  for (const request of requests.filter((one) => !one.serviceWorker())) {
    const { responseBodySize, responseHeadersSize } = await request.sizes();
    const coding = await (await request.response()).headerValue("content-encoding");
    const name = new URL(request.url()).pathname;
    // The browser does not say how long the script of a worker was; the server sends what is compressed beside it.
    const file = join(dist, name + ".br");
    const body = coding === "br" && existsSync(file) ? Math.max(responseBodySize, statSync(file).size) : responseBodySize;
    list.push({ name, bytes: body + responseHeadersSize, coding });
  }
  return list;
}
