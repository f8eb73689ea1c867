// What every page does: theme button, user menu, times in the viewer's zone, forms sent once.
import { startMenus } from "./menu.js";
import { submitOnce } from "./submit_once.js";
import { startThemeButtons } from "./theme_button.js";
import { localiseTimes } from "./times.js";

startThemeButtons(document);
startMenus(document);
localiseTimes(document);
submitOnce(document);
