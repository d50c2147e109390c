/** What a page and the service worker tell each other. */
export interface FromPage {
  /**
   * arrived: a page of this version is open; a worker that waits says that it is ready, or takes its place if it is of the
   * same version. settle: the page has nothing else to do; the rest may be fetched, and what is not used deleted.
   * replace: the worker that waits shall take its place now.
   */
  ask: "arrived" | "settle" | "replace";
  version: string;
}

export interface FromWorker {
  ready: string;
}
