/** The templates that an agent can begin from: found by language and sector, looked at, and used. */
import { type AgentTemplate, TEMPLATE_SECTORS } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { Link, useSearchParams } from "react-router";
import { paths } from "../../../paths.ts";
import { SelectField } from "../../../ui/field.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { languageName } from "../../../voice/voice-words.ts";
import { type FurtherArea, LANGUAGE_FACTS, useAreas, useWords, type Words } from "../../../words/index.ts";
import * as questions from "../questions.ts";
import { factsOf, hoursLines } from "./booking-hours.ts";

const AREAS: readonly FurtherArea[] = ["gallery"];

export function Gallery(): React.ReactNode {
  useAreas(AREAS);
  const words = useWords();
  const templates = useQuery(questions.templates);
  const [search, setSearch] = useSearchParams();
  const language = search.get("language") ?? "";
  const sector = search.get("sector") ?? "";
  const filter = (name: string, value: string): void =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === "") next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  return (
    <Loaded query={templates} rows={6}>
      {({ data }) => {
        const found = data.filter(
          (one) => (language === "" || one.language === language) && (sector === "" || one.sector === sector),
        );
        return (
          <section className="gallery templates" aria-label={words.say("gallery.title")}>
            <h2>{words.say("gallery.title")}</h2>
            <p className="hint">{words.say("gallery.note")}</p>
            <div className="filters">
              <SelectField
                label={words.say("gallery.language")}
                value={language}
                onChange={({ target }) => filter("language", target.value)}
              >
                <option value="">{words.say("gallery.any_language")}</option>
                {[...new Set(data.map((one) => one.language))].map((one) => (
                  <option key={one} value={one}>
                    {languageName(words, one)}
                  </option>
                ))}
              </SelectField>
              <SelectField
                label={words.say("gallery.sector")}
                value={sector}
                onChange={({ target }) => filter("sector", target.value)}
              >
                <option value="">{words.say("gallery.any_sector")}</option>
                {TEMPLATE_SECTORS.map((one) => (
                  <option key={one} value={one}>
                    {words.say(`gallery.sector_${one}`)}
                  </option>
                ))}
              </SelectField>
            </div>
            {found.length === 0 && <p className="hint">{words.say("gallery.none")}</p>}
            <ul>
              {found.map((template) => (
                <Row key={template.key} template={template} />
              ))}
            </ul>
          </section>
        );
      }}
    </Loaded>
  );
}

function Row({ template }: { template: AgentTemplate }): React.ReactNode {
  const words = useWords();
  const id = useId();
  const { key, sector, country, language, document } = template;
  const about = [words.say(`gallery.sector_${sector}`), countryName(words, country), languageName(words, language)];
  return (
    <li>
      <div className="gallery-name">
        <h3 id={`${id}-name`}>{words.say(`gallery.template_${key}`)}</h3>
        <small>{about.join(" · ")}</small>
      </div>
      <q lang={language} dir="auto">
        {document.agent_config.agent_welcome_message}
      </q>
      <Link className="button" to={paths.newAgent(key)} id={`${id}-use`} aria-labelledby={`${id}-use ${id}-name`}>
        {words.say("gallery.use")}
      </Link>
      <details>
        <summary>{words.say("gallery.preview")}</summary>
        <Preview template={template} />
      </details>
    </li>
  );
}

function Preview({ template: { language, document } }: { template: AgentTemplate }): React.ReactNode {
  const words = useWords();
  const hours = hoursLines(document, LANGUAGE_FACTS[words.language].locales);
  return (
    <div className="gallery-preview">
      <h4>{words.say("gallery.does")}</h4>
      <ul>
        {hours.length > 0 && <li>{words.say("gallery.books")}</li>}
        <li>{words.say("gallery.takes_messages")}</li>
      </ul>
      {hours.length > 0 && (
        <>
          <h4>{words.say("gallery.hours")}</h4>
          <dl>
            {hours.map((line) => (
              <div key={line.days}>
                <dt>{line.days}</dt>
                <dd dir="ltr">{line.hours}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      <h4>{words.say("gallery.knows")}</h4>
      <ul lang={language} dir="auto">
        {factsOf(document).map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
    </div>
  );
}

function countryName(words: Words, code: string): string {
  return new Intl.DisplayNames([...LANGUAGE_FACTS[words.language].locales, "en"], { type: "region" }).of(code) ?? code;
}
