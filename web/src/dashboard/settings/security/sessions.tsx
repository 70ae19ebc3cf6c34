import { endSession, listSessions, type Session, signOutEverywhere } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { paths } from "../../../paths.ts";
import { server } from "../../../server.ts";
import { useAct } from "../../../ui/act.ts";
import { Button } from "../../../ui/button.tsx";
import { Confirm } from "../../../ui/dialog.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { ProblemLine } from "../../../ui/problem-line.tsx";
import { toast } from "../../../ui/toast.ts";
import { useWords, type Words } from "../../../words/index.ts";
import { Section } from "../section.tsx";

const KEY = ["sessions"];

export function Sessions(): React.ReactNode {
  const words = useWords();
  const [asking, setAsking] = useState(false);
  const list = useQuery({ queryKey: KEY, queryFn: () => server.call(listSessions) });
  const everywhere = useAct({ act: () => server.call(signOutEverywhere), done: () => location.replace(paths.signIn) });
  return (
    <Section title={words.say("settings.sessions")}>
      <Loaded query={list}>
        {({ data }) => (
          <ul className="rows">
            {data.map((session) => (
              <Row key={session.id} session={session} />
            ))}
          </ul>
        )}
      </Loaded>
      <Button rank="bad" className="mt-4" onClick={() => setAsking(true)}>
        {words.say("settings.sign_out_everywhere")}
      </Button>
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={words.say("settings.sign_out_everywhere")}
        description={words.say("settings.sign_out_everywhere_note")}
        act={words.say("settings.sign_out_everywhere")}
        busy={everywhere.busy && words.say("settings.signing_out")}
        problem={everywhere.problem}
        onConfirm={() => everywhere.do()}
      />
    </Section>
  );
}

function Row({ session }: { session: Session }): React.ReactNode {
  const words = useWords();
  const act = useAct({
    act: () => server.call(endSession, { params: { session_id: session.id } }),
    changes: [KEY],
    done: () => toast(words.say("settings.session_ended")),
  });
  const name = browserName(session.browser, words);
  return (
    <li>
      <b>{name}</b>
      {session.current && <span className="status good">{words.say("settings.session_here")}</span>}
      <span className="hint grow">
        {session.address !== null && <span className="phone-number">{session.address}</span>}{" "}
        {words.say("settings.session_since", { time: words.moment(session.created_at) })}
      </span>
      <ProblemLine>{act.problem}</ProblemLine>
      {!session.current && (
        <Button
          rank="quiet"
          busy={act.busy && words.say("settings.signing_out")}
          onClick={() => act.do()}
          aria-label={`${words.say("settings.session_end")}: ${name}`}
        >
          {words.say("settings.session_end")}
        </Button>
      )}
    </li>
  );
}

/** The short name in what a browser calls itself. */
function browserName(browser: string | null, words: Words): string {
  if (browser === null || browser === "") return words.say("settings.session_unknown");
  const name = /(Firefox|Edg|OPR|Chrome|Safari)\/[\d.]+/.exec(browser)?.[1];
  const system = /(Android|iPhone|iPad|Windows|Mac OS X|Linux)/.exec(browser)?.[1];
  const known: Record<string, string> = { Edg: "Edge", OPR: "Opera" };
  return name && system ? `${known[name] ?? name}, ${system}` : browser.slice(0, 60);
}
