/** The little of being offline that every page begins with: the rest comes when the page has come to rest. */
import { signal } from "@preact/signals";

/** What a browser offers when the server can be installed; the types of the DOM do not know it. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

const REST = 3000;
export const installOffer = signal<InstallOffer | null>(null);

export function install(): void {
  const offer = installOffer.value;
  installOffer.value = null;
  void offer?.prompt();
}

export function startOffline(): void {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    installOffer.value = event as InstallOffer;
  });
  const begin = () => setTimeout(() => void import("../pages/offline/part").then(({ begin: keep }) => keep()).catch(() => undefined), REST);
  if (document.readyState === "complete") begin();
  else addEventListener("load", begin, { once: true });
}
