import { keepLanguage } from "../../words/chosen.ts";
import { isLanguage } from "../../words/languages.ts";

/** A language that is chosen is kept, for the next visit (`language.js`) and for the dashboard. */
export function rememberLanguage(): void {
  addEventListener("click", ({ target }) => {
    const link = target instanceof Element ? target.closest<HTMLElement>("[data-language]") : null;
    const language = link?.dataset["language"];
    if (isLanguage(language)) keepLanguage(language);
  });
}
