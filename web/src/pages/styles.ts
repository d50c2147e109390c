/** The styles of pages that are fetched later: a part is not there before they are, so that nothing moves when they come. */
import { outside } from "../base";

/* Set by the bundler: the name of the file carries its hash. */
declare const PAGES_STYLE: string;

let coming: Promise<void> | null = null;

function pagesStyle(): Promise<void> {
  coming ??= new Promise((resolve, reject) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = outside(PAGES_STYLE);
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      coming = null;
      reject(new Error("the styles could not be fetched"));
    };
    document.head.append(link);
  });
  return coming;
}

/** A part together with its styles. */
export async function styled<Part>(part: Promise<Part>): Promise<Part> {
  const [loaded] = await Promise.all([part, pagesStyle()]);
  return loaded;
}
