/** What pages expect of a browser before they are drawn. Import this first. */
const still = { matches: false, addEventListener: () => {} };
Object.assign(globalThis, { matchMedia: () => still });
if (!("navigator" in globalThis)) Object.assign(globalThis, { navigator: { languages: ["en"] } });
