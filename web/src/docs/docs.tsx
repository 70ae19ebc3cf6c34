/** The documentation: a quick start, every route as the server itself describes it, guides, and what changed. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { Link, useLocation, useParams } from "react-router";
import { LanguageChoice } from "../access/language-choice.tsx";
import { PageTitle } from "../shell/page-head.tsx";
import { switchTheme } from "../shell/theme.ts";
import { Button } from "../ui/button.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Mark } from "../timeline/mark.tsx";
import { useWords } from "../words/index.ts";
import { Contents } from "./contents.tsx";
import { type Description, description } from "./description.ts";
import "./docs.css";
import "./reading.css";
import { Guide } from "./guide.tsx";
import { OperationPart } from "./operation.tsx";
import { CHANGES, docsPaths } from "./places.ts";
import { Search } from "./search.tsx";
import { type SnippetLanguage } from "./snippet.ts";
import { ReaderProvider } from "./snippets.tsx";
import { Start } from "./start.tsx";

export function Docs(): React.ReactNode {
  const words = useWords();
  const [language, setLanguage] = useState<SnippetLanguage>("curl");
  const [apiKey, setApiKey] = useState("");
  const reader = useMemo(() => ({ language, setLanguage, apiKey, setApiKey }), [language, apiKey]);
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const before = useRef(pathname);
  const [listed, setListed] = useState(false);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    setListed(false);
    if (location.hash !== "") return;
    scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <ReaderProvider value={reader}>
      <PageTitle title={words.say("docs.title")} />
      <div className="docs">
        <a className="skip" href="#content">
          {words.say("shell.skip")}
        </a>
        <header>
          <a className="brand" href="/" aria-label="Ongea">
            <Mark />
            <span>Ongea</span>
          </a>
          <Search />
          <Button icon="sun" rank="quiet" aria-label={words.say("shell.theme")} onClick={switchTheme} />
          <LanguageChoice />
        </header>
        <Button className="docs-menu" aria-expanded={listed} aria-controls="contents" onClick={() => setListed(!listed)}>
          {words.say("docs.contents")}
        </Button>
        <div id="contents" className={listed ? "docs-contents listed" : "docs-contents"}>
          <Contents />
        </div>
        <main id="content" tabIndex={-1} ref={main}>
          <Part />
        </main>
      </div>
    </ReaderProvider>
  );
}

function Part(): React.ReactNode {
  const place = useParams()["*"] ?? "";
  const words = useWords();
  const query = useQuery(description);
  const [kind = "", name = ""] = place.split("/");
  if (place === "") return <Start />;
  if (kind === "guides") return <Guide name={name} />;
  if (kind === "changes") return <Guide name={CHANGES} />;
  return (
    <Loaded query={query} rows={6}>
      {(data) =>
        kind === "errors" ? (
          <Errors of={data} />
        ) : data.subjects.some(({ slug }) => kind === "api" && slug === name) ? (
          <SubjectPage of={data} slug={name} />
        ) : (
          <>
            <h1>{words.say("docs.nowhere")}</h1>
            <Link className="link" to={docsPaths.start}>
              {words.say("docs.start")}
            </Link>
          </>
        )
      }
    </Loaded>
  );
}

function SubjectPage({ of: { subjects }, slug }: { of: Description; slug: string }): React.ReactNode {
  const { hash } = useLocation();
  const words = useWords();
  const subject = subjects.find((one) => one.slug === slug);
  useEffect(() => {
    const target = document.getElementById(hash.slice(1));
    target?.scrollIntoView();
    target?.focus({ preventScroll: true });
  }, [hash, slug]);
  if (!subject) return null;
  return (
    <>
      <h1 lang="en" dir="ltr">
        {subject.name}
      </h1>
      {words.language !== "en" && <p className="docs-lead">{words.say("docs.english")}</p>}
      {subject.operations.map((operation) => (
        <OperationPart key={operation.id} of={operation} subject={subject} />
      ))}
    </>
  );
}

/** The one shape of every answer that says no, and every code. */
function Errors({ of: { refusals } }: { of: Description }): React.ReactNode {
  const words = useWords();
  return (
    <>
      <h1>{words.say("docs.errors")}</h1>
      <p className="docs-lead">{words.say("docs.errors_note")}</p>
      <table className="docs-table" lang="en">
        <thead>
          <tr>
            <th>{words.say("docs.status")}</th>
            <th>{words.say("docs.code")}</th>
            <th>{words.say("docs.sentence")}</th>
          </tr>
        </thead>
        <tbody>
          {refusals.map(({ code, status, sentence }) => (
            <tr key={code} id={code}>
              <td data-name={words.say("docs.status")}>{status}</td>
              <td data-name={words.say("docs.code")}>
                <code>{code}</code>
              </td>
              <td data-name={words.say("docs.sentence")}>{sentence}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
