/** The start: settings are applied, the address is read, the page is drawn. */
import { render } from "preact";
import { rewriteLinks } from "./base";
import "./looks/looks.css";
import { startOffline } from "./offline/register";
import { watchFailures } from "./pages/failure";
import { App } from "./pages/app";
import { watchAddress } from "./pages/route";
import { applySettings } from "./pages/settings";

watchFailures();
rewriteLinks();
applySettings();
watchAddress();
const root = document.getElementById("app");
if (root) render(<App />, root);
startOffline();
