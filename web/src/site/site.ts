/** The public site's only script. Each part does nothing on a page where it has nothing to do. */
import "./site.css";
import { openDialogs } from "./islands/dialogs.ts";
import { showFirstAccount } from "./islands/first-account.ts";
import { openForms } from "./islands/forms.ts";
import { rememberLanguage } from "./islands/languages.ts";
import { playRecording } from "./islands/player.ts";
import { closeMenus } from "./islands/menu.ts";
import { offerTalk } from "./islands/offer-talk.ts";
import { offerWriting } from "./islands/offer-writing.ts";
import { filterTabs } from "./islands/tabs.ts";

closeMenus();
rememberLanguage();
filterTabs();
openDialogs();
openForms();
void showFirstAccount();
playRecording();
offerTalk();
offerWriting();
