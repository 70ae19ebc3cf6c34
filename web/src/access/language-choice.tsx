import { chosenOf } from "../ui/chosen.ts";
import { LANGUAGE_FACTS, LANGUAGES, useLanguage, useWords } from "../words/index.ts";

/** Each language by its own name. */
export function LanguageChoice(): React.ReactNode {
  const words = useWords();
  const { language, choose } = useLanguage();
  return (
    <select
      className="input select small names"
      aria-label={words.say("shell.language")}
      value={language}
      onChange={({ target }) => choose(chosenOf(LANGUAGES, target.value))}
    >
      {LANGUAGES.map((one) => (
        <option key={one} value={one} lang={one}>
          {LANGUAGE_FACTS[one].name}
        </option>
      ))}
    </select>
  );
}
