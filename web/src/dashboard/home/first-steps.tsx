/** What a new owner does first, ticked off by what the workspace has; gone when all is done, or when it is hidden. */
import { mayActAs, readFirstSteps } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { server } from "../../server.ts";
import { useMe } from "../../shell/me.tsx";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { type SentenceId, useWords } from "../../words/index.ts";
import * as questions from "./questions.ts";

const DRAWN_MS = 1_500;
const hiddenAs = (workspaceId: string): string => `first-steps-hidden:${workspaceId}`;

export function FirstSteps(): React.ReactNode {
  const { kind, workspace } = useMe();
  const [hidden, setHidden] = useState(() => localStorage.getItem(hiddenAs(workspace.id)) !== null);
  const concerned = kind === "person" && !workspace.demo && mayActAs(workspace.role, "admin");
  if (hidden || !concerned) return null;
  const hide = (): void => {
    localStorage.setItem(hiddenAs(workspace.id), "yes");
    setHidden(true);
  };
  return <Steps hide={hide} />;
}

function Steps({ hide }: { hide: () => void }): React.ReactNode {
  const words = useWords();
  const steps = useSteps();
  const allDone = steps.every(({ done }) => done === true);
  useEffect(() => {
    if (allDone) hide();
  }, [allDone, hide]);
  return (
    <section className="first-steps" aria-label={words.say("home.steps")}>
      <div className="section-head">
        <h2>{words.say("home.steps")}</h2>
        <Button rank="quiet" onClick={hide}>
          {words.say("home.steps_hide")}
        </Button>
      </div>
      <ol className="actions">
        {steps.map(({ label, to, done }) => (
          <li key={label}>
            <Link to={to}>
              <span className="step-box">{done === true && <Icon name="check" />}</span>
              <span className={done === true ? "text-ink-2 line-through" : undefined}>{words.say(label)}</span>
              {done === true && <span className="visually-hidden">{words.say("home.step_done")}</span>}
            </Link>
          </li>
        ))}
      </ol>
    </section>
  );
}

interface Step {
  label: SentenceId;
  to: string;
  /** Undefined until it is known. */
  done: boolean | undefined;
}

function useSteps(): readonly Step[] {
  const agents = useQuery(questions.agents).data;
  const calls = useQuery(questions.figures).data?.total_calls;
  const enabled = useDrawn();
  const taken = useQuery({ enabled, queryKey: ["first-steps"], queryFn: () => server.call(readFirstSteps) }).data;
  return [
    { label: "home.step_call", to: "#talk", done: calls === undefined ? undefined : calls > 0 },
    { label: "home.step_agent", to: paths.agents, done: agents?.some(({ version }) => version > 1) },
    { label: "home.step_knowledge", to: paths.knowledge, done: taken?.knowledge },
    { label: "home.step_number", to: paths.numbers, done: taken?.number },
    { label: "home.step_invite", to: paths.settings("members"), done: taken?.team },
  ];
}

/** Once the first screen stands: what the steps ask besides is less urgent than what it shows. */
function useDrawn(): boolean {
  const [drawn, setDrawn] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDrawn(true), DRAWN_MS);
    return () => clearTimeout(timer);
  }, []);
  return drawn;
}
