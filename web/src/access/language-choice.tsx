import { LANGUAGE_FACTS, LANGUAGES, type Language, useLanguage, useWords } from "../words/index.ts";

/** Each language by its own name. */
export function LanguageChoice(): React.ReactNode {
  const words = useWords();
  const { language, choose } = useLanguage();
  return (
    <select
      className="input select small names"
      aria-label={words.say("shell.language")}
      value={language}
      onChange={({ target }) => choose(target.value as Language)}
    >
      {LANGUAGES.map((one) => (
        <option key={one} value={one} lang={one}>
          {LANGUAGE_FACTS[one].name}
        </option>
      ))}
    </select>
  );
}
