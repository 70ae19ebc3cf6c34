import { useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "react-router";
import { useWords } from "../words/index.ts";
import { description } from "./description.ts";
import { docsPaths, GUIDES, guideTitle } from "./places.ts";

export function Contents(): React.ReactNode {
  const words = useWords();
  const subjects = useQuery(description).data?.subjects ?? [];
  return (
    <nav aria-label={words.say("docs.contents")}>
      <ul>
        <Entry to={docsPaths.start}>{words.say("docs.start")}</Entry>
      </ul>
      <b id="docs-api">{words.say("docs.routes")}</b>
      <ul aria-labelledby="docs-api" lang="en">
        {subjects.map((subject) => (
          <Entry key={subject.slug} to={docsPaths.subject(subject)}>
            {subject.name}
          </Entry>
        ))}
      </ul>
      <ul>
        <Entry to={docsPaths.errors}>{words.say("docs.errors")}</Entry>
        <Entry to={docsPaths.changes}>{words.say("docs.changes")}</Entry>
        <li>
          <a href="/openapi.json" target="_blank" rel="noreferrer">
            {words.say("docs.openapi")}
          </a>
        </li>
      </ul>
      <b id="docs-guides">{words.say("docs.guides")}</b>
      <ul aria-labelledby="docs-guides">
        {GUIDES.map((name) => (
          <Entry key={name} to={docsPaths.guide(name)}>
            {words.say(guideTitle(name))}
          </Entry>
        ))}
      </ul>
    </nav>
  );
}

function Entry({ to, children }: { to: string; children: React.ReactNode }): React.ReactNode {
  const { pathname } = useLocation();
  const isHere = pathname.replace(/\/$/, "") === to;
  return (
    <li>
      <Link to={to} {...(isHere ? { "aria-current": "page" as const } : {})}>
        {children}
      </Link>
    </li>
  );
}
