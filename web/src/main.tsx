/** The front door: settings are put on, the address is read, the server is drawn. */
import { render } from "preact";
import { leadLinks } from "./base";
import "./looks/looks.css";
import { keepServer } from "./offline/register";
import { Server } from "./pages/server";
import { watchAddress } from "./pages/route";
import { wearSettings } from "./pages/settings";

leadLinks();
wearSettings();
watchAddress();
const root = document.getElementById("server");
if (root) render(<Server />, root);
keepServer();
