/** The pages that only tell something. */
import { SIZES } from "../timeline/draw.ts";
import { BareStrip } from "../timeline/strip.tsx";
import { richSentence } from "../words/rich-sentence.tsx";
import { usePageContext, useSiteWords } from "./page-context.ts";
import { Beside } from "./sections/beside.tsx";

const bold = (text: string): React.ReactNode => <b>{text}</b>;

export function About(): React.ReactNode {
  const words = useSiteWords();
  const { say } = words;
  return (
    <div className="wrap with-form">
      <div className="text">
        <h1 className="say">{say("pages.about_title")}</h1>
        <p>{say("pages.about_founded")}</p>
        <p>{richSentence(words, "pages.about_what", { b: bold })}</p>
        <h2>{say("pages.about_open")}</h2>
        <p>{say("pages.about_open_text")}</p>
        <h2>{say("pages.about_small")}</h2>
        <p>{say("pages.about_small_text")}</p>
      </div>
      <Beside />
    </div>
  );
}

/** What the site keeps in a browser, by its name there. */
const KEPT = [
  ["ongea_visit", "pages.privacy_visit"],
  ["leadData", "pages.privacy_lead"],
  ["theme", "pages.privacy_theme"],
  ["language", "pages.privacy_language"],
] as const;

export function Privacy(): React.ReactNode {
  const { words, at } = usePageContext();
  const { say } = words;
  return (
    <Text title={say("pages.privacy_title")}>
      <p>{say("pages.privacy_who")}</p>
      <h2>{say("pages.privacy_send")}</h2>
      <p>{say("pages.privacy_send_text")}</p>
      <h2>{say("pages.privacy_browser")}</h2>
      <ul>
        {KEPT.map(([name, id]) => (
          <li key={name}>
            <code>{name}</code>: {say(id)}
          </li>
        ))}
      </ul>
      <h2>{say("pages.privacy_calls")}</h2>
      <p>{say("pages.privacy_calls_text")}</p>
      <h2>{say("pages.privacy_asking")}</h2>
      <p>{richSentence(words, "pages.privacy_asking_text", { write: (text) => <a href={at("/contact")}>{text}</a> })}</p>
    </Text>
  );
}

export function Terms(): React.ReactNode {
  const { say } = useSiteWords();
  return (
    <Text title={say("pages.terms_title")}>
      <p>{say("pages.terms_demo")}</p>
      <h2>{say("pages.terms_using")}</h2>
      <ul>
        <li>{say("pages.terms_secret")}</li>
        <li>{say("pages.terms_agreed")}</li>
        <li>{say("pages.terms_wrong")}</li>
      </ul>
      <h2>{say("pages.terms_software")}</h2>
      <p>{say("pages.terms_software_text")}</p>
      <h2>{say("pages.terms_figures")}</h2>
      <p>{say("pages.terms_figures_text")}</p>
    </Text>
  );
}

/** For every address where there is nothing. */
export function Missing(): React.ReactNode {
  const { words, at } = usePageContext();
  return (
    <div className="wrap text">
      <BareStrip size={SIZES.page} />
      <h1 className="say">{words.say("pages.missing_title")}</h1>
      <p>{words.say("pages.missing_text")}</p>
      <p>
        <a className="button big first" href={at("/")}>
          {words.say("pages.missing_home")}
        </a>
      </p>
    </div>
  );
}

function Text({ title, children }: { title: string; children: React.ReactNode }): React.ReactNode {
  return (
    <div className="wrap text">
      <h1 className="say">{title}</h1>
      {children}
    </div>
  );
}
