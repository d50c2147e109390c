/** The front door: settings are put on, the address is read, the house is drawn. */
import { render } from "preact";
import { leadLinks } from "./base";
import "./looks/looks.css";
import { keepHouse } from "./offline/register";
import { House } from "./pages/house";
import { watchAddress } from "./pages/route";
import { wearSettings } from "./pages/settings";

leadLinks();
wearSettings();
watchAddress();
const root = document.getElementById("house");
if (root) render(<House />, root);
keepHouse();
