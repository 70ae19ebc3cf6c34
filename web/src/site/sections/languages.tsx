import { LANGUAGE_FACTS, LANGUAGES } from "../../words/languages.ts";
import { addressIn, usePageContext } from "../page-context.ts";

/** This page in every language: plain links, each in its own name; the script remembers which was chosen. */
export function LanguageLinks(): React.ReactNode {
  const { words, path } = usePageContext();
  const { language, say } = words;
  // A page that is not there has no address of its own to go to.
  const target = path === "/404" ? "/" : path;
  return (
    <>
      <ul className="languages">
        {LANGUAGES.map((one) => (
          <li key={one}>
            <a
              href={addressIn(one, target)}
              hrefLang={one}
              lang={one}
              dir={LANGUAGE_FACTS[one].direction}
              data-language={one}
              {...(one === language ? { "aria-current": "true" } : {})}
            >
              {LANGUAGE_FACTS[one].name}
            </a>
          </li>
        ))}
      </ul>
      {!LANGUAGE_FACTS[language].reviewed && <p className="hint">{say("frame.unreviewed")}</p>}
    </>
  );
}

/** In the header: the language in use, which opens to the others. */
export function LanguageMenu(): React.ReactNode {
  const { words } = usePageContext();
  const { name } = LANGUAGE_FACTS[words.language];
  return (
    <details className="picker" data-menu>
      <summary className="button quiet">
        <span className="visually-hidden">{words.say("frame.languages")}: </span>
        {name}
      </summary>
      <div>
        <LanguageLinks />
      </div>
    </details>
  );
}
