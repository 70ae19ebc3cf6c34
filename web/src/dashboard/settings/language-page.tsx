import { chosenOf } from "../../ui/chosen.ts";
import { CURRENCIES, LANGUAGES, type Language, type Me } from "@ongea/contract";
import { useChangeMe, useMe } from "../../shell/me.tsx";
import { SelectField } from "../../ui/field.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { toast } from "../../ui/toast.ts";
import { LANGUAGE_FACTS, problemIn, useLanguage, useWords, type Words } from "../../words/index.ts";
import { Section } from "./section.tsx";

/** One's own language and currency; what is chosen is kept at once. */
export function LanguagePage(): React.ReactNode {
  const words = useWords();
  const me = useMe();
  const { language, choose } = useLanguage();
  const change = useChangeMe();
  const saved = { onSuccess: () => toast(words.say("settings.saved")) };
  const chooseLanguage = (chosen: Language): void => {
    choose(chosen);
    change.mutate({ language: chosen }, saved);
  };
  const chooseCurrency = (chosen: string): void =>
    change.mutate({ currency: chosen === "" ? null : chosenOf(CURRENCIES, chosen) }, saved);
  return (
    <Section title={words.say("settings.language_title")}>
      <div className="form py-4">
        <SelectField
          label={words.say("settings.language_label")}
          className="names"
          value={language}
          hint={LANGUAGE_FACTS[language].reviewed ? undefined : words.say("settings.language_unreviewed")}
          onChange={({ target }) => chooseLanguage(chosenOf(LANGUAGES, target.value))}
        >
          {LANGUAGES.map((one) => (
            <option key={one} value={one} lang={one}>
              {LANGUAGE_FACTS[one].name}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={words.say("settings.currency_label")}
          hint={aboutRate(me, words)}
          value={me.preferences.currency ?? ""}
          onChange={({ target }) => chooseCurrency(target.value)}
        >
          <option value="">{words.say("settings.currency_own", { currency: me.workspace.currency })}</option>
          {CURRENCIES.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </SelectField>
        <ProblemLine>{change.isError ? problemIn(words, change.error) : undefined}</ProblemLine>
      </div>
    </Section>
  );
}

/** How amounts come into the chosen currency, or why they do not. */
function aboutRate({ preferences, workspace, exchange_rates: rates }: Me, words: Words): string | undefined {
  const { currency } = preferences;
  const { currency: own } = workspace;
  if (currency === null || currency === own) return undefined;
  const rate = rates[currency];
  if (rate === undefined || rates[own] === undefined) return words.say("settings.currency_no_rate", { own, currency });
  return words.say("settings.currency_converted", { own, currency, rate: words.number(rate) });
}
