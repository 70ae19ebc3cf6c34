/** The public site's only script. Each part does nothing on a page where it has nothing to do. */
import "./site.css";
import { openDialogs } from "./islands/dialogs.ts";
import { openForms } from "./islands/forms.ts";
import { followRecording } from "./islands/player.ts";
import { closeMenu } from "./islands/menu.ts";
import { filterTabs } from "./islands/tabs.ts";

closeMenu();
filterTabs();
openDialogs();
openForms();
followRecording();
