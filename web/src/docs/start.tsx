/** From nothing to the first answers: a key, and requests that run as they are printed. */
import { useMemo } from "react";
import { Link } from "react-router";
import { Rich, useWords } from "../words/index.ts";
import { firstRequests } from "./first-requests.ts";
import { docsPaths, GUIDES, guideTitle } from "./places.ts";
import { KEY_VARIABLE } from "./snippet.ts";
import { Snippets } from "./snippets.tsx";

export function Start(): React.ReactNode {
  const words = useWords();
  const [agents, create, calls] = useMemo(() => firstRequests(location.origin), []);
  return (
    <div className="docs-start">
      <h1>{words.say("docs.start")}</h1>
      <p className="docs-lead">{words.say("docs.start_note")}</p>
      <ol className="docs-steps">
        <li>
          <h2>{words.say("docs.step_key")}</h2>
          <p>
            <Rich
              id="docs.step_key_note"
              values={{ name: KEY_VARIABLE }}
              tags={{
                link: (text) => (
                  <a className="link" href="/dashboard/developers">
                    {text}
                  </a>
                ),
              }}
            />
          </p>
        </li>
        <Step title={words.say("docs.step_list")} request={agents} />
        <Step title={words.say("docs.step_make")} request={create} />
        <Step title={words.say("docs.step_calls")} request={calls} />
      </ol>
      <h2>{words.say("docs.rules")}</h2>
      <ul className="docs-rules">
        <li>{words.say("docs.rule_key")}</li>
        <li>{words.say("docs.rule_again")}</li>
        <li>{words.say("docs.rule_rate")}</li>
        <li>
          <Link className="link" to={docsPaths.errors}>
            {words.say("docs.errors")}
          </Link>
        </li>
      </ul>
      <h2>{words.say("docs.guides")}</h2>
      <ul className="docs-rules">
        {GUIDES.map((name) => (
          <li key={name}>
            <Link className="link" to={docsPaths.guide(name)}>
              {words.say(guideTitle(name))}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Step({ title, request }: { title: string; request: ReturnType<typeof firstRequests>[number] }): React.ReactNode {
  return (
    <li>
      <h2>{title}</h2>
      <Snippets of={request} />
    </li>
  );
}
