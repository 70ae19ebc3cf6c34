/** One agent: its settings in tabs, what is not saved yet, and the call beside it that hears the last save. */
import { type Agent, type AgentDocument, mayActAs, valueAt } from "@ongea/contract";
import { lazy, Suspense, useEffect } from "react";
import { Link, useSearchParams } from "react-router";
import { paths } from "../../paths.ts";
import { useMe } from "../../shell/me.tsx";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Loading } from "../../ui/loaded.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { TabLinks } from "../../ui/tab-links.tsx";
import { useWords } from "../../words/index.ts";
import { Conflict } from "./conflict.tsx";
import { ALL_CONTROLS, faultOf, SECTIONS, type Tab, TABS, VOICE_PROVIDER } from "./controls.ts";
import { type Bound, Sections } from "./fields.tsx";
import { Findings } from "./findings.tsx";
import { Leaving } from "./leaving.tsx";
import { MoreActs } from "./more-acts.tsx";
import { TalkBeside } from "./talk-beside.tsx";
import { hoursAreValid, Tools } from "./tools.tsx";
import { type AgentDraft, useAgentDraft } from "./use-agent-draft.ts";
import { KeyNote } from "./provider-means.tsx";
import { readOf, type Save, useSave } from "./use-save.ts";
import { Versions } from "./versions.tsx";

const Inbound = lazy(async () => ({ default: (await import("./inbound.tsx")).Inbound }));
const Analytics = lazy(async () => ({ default: (await import("./analytics.tsx")).Analytics }));
const FixedAnswers = lazy(async () => ({ default: (await import("./fixed-answers.tsx")).FixedAnswers }));
const Webhook = lazy(async () => ({ default: (await import("./webhook.tsx")).Webhook }));
const TestsTab = lazy(async () => ({ default: (await import("./agent-tests/tests-tab.tsx")).TestsTab }));

/** `agent`: as it stands on the server; `fresh`: one that has never been saved. */
type EditorProps = { agent: Agent; fresh?: undefined } | { agent?: undefined; fresh: { key: string; document: AgentDocument } };

export function Editor({ agent, fresh }: EditorProps): React.ReactNode {
  const words = useWords();
  const mayEdit = mayActAs(useMe().workspace.role, "agent_manager");
  const read = agent ? readOf(agent) : { version: 0, document: fresh.document };
  const draft = useAgentDraft(agent ? agent.id : `new-${fresh.key}`, read);
  // Somebody else has saved, and nothing of ours is lost by showing it.
  if (agent && draft.changes.length === 0 && agent.version > draft.base.version) draft.saved(read);
  const save = useSave(agent?.id, draft);
  const isDirty = draft.changes.length > 0 || agent === undefined;
  const isValid =
    ALL_CONTROLS.every((control) => faultOf(control, draft.document) === undefined) && hoursAreValid(draft.document);
  const maySave = mayEdit && isDirty && isValid && !save.busy;
  useSaveKey(() => maySave && save.save());
  const bound: Bound = { document: draft.document, complaints: save.complaints, readOnly: !mayEdit, set: draft.set };
  return (
    <>
      <div className="setup-work">
        <Head agent={agent} draft={draft} save={save} maySave={maySave} />
        {!mayEdit && <p className="hint">{words.say("shell.needs_role")}</p>}
        <ProblemLine>{save.problem}</ProblemLine>
        {save.theirs && <Conflict theirs={save.theirs} draft={draft} done={save.forgetTheirs} />}
        <Settings agent={agent} bound={bound} isDirty={isDirty} />
      </div>
      <TalkBeside agent={agent} document={draft.document} isDirty={isDirty} />
      <Leaving isDirty={agent !== undefined && draft.changes.length > 0} />
    </>
  );
}

interface HeadProps {
  agent: Agent | undefined;
  draft: AgentDraft;
  save: Save;
  maySave: boolean;
}

function Head({ agent, draft, save, maySave }: HeadProps): React.ReactNode {
  const words = useWords();
  const mayEdit = mayActAs(useMe().workspace.role, "agent_manager");
  const isDraft = agent === undefined || agent.agent_status === "draft";
  return (
    <div className="setup-head">
      <Link className="button quiet square back" to={paths.agents} aria-label={words.say("agents.list")}>
        <Icon name="left" />
      </Link>
      <h1>{draft.document.agent_config.agent_name.trim() || agent?.agent_name || words.say("agents.new")}</h1>
      <span className={isDraft ? "status waiting" : "status good"}>
        {words.say(isDraft ? "agents.draft" : "agents.processed")}
      </span>
      {draft.changes.length > 0 && (
        <span className="status under-way live" role="status">
          {words.say("agents.unsaved", { count: draft.changes.length })}
        </span>
      )}
      <div className="setup-acts">
        {draft.changes.length > 0 && mayEdit && (
          <Button rank="quiet" onClick={() => draft.saved(agent ? readOf(agent) : draft.base)}>
            {words.say("agents.discard")}
          </Button>
        )}
        {agent && <Versions agent={agent} draft={draft} />}
        {agent && mayEdit && <MoreActs agent={agent} />}
        {mayEdit && (
          <Button
            rank="first"
            busy={save.busy && words.say("shell.saving")}
            disabled={!maySave}
            onClick={save.save}
            aria-keyshortcuts="Control+S Meta+S"
          >
            {words.say("agents.save")}
          </Button>
        )}
      </div>
    </div>
  );
}

interface SettingsProps {
  agent: Agent | undefined;
  bound: Bound;
  isDirty: boolean;
}

function Settings({ agent, bound, isDirty }: SettingsProps): React.ReactNode {
  const words = useWords();
  const [search] = useSearchParams();
  const tab: Tab = TABS.find((one) => one === search.get("tab")) ?? "agent";
  return (
    <>
      <TabLinks
        label={words.say("agents.tabs")}
        tabs={TABS.map((one) => ({ to: tabAddress(search, one), label: words.say(`agents.tab_${one}`), chosen: one === tab }))}
      />
      <Suspense fallback={<Loading rows={4} />}>
        {tab === "inbound" && <Inbound numbers={agent?.phone_numbers ?? []} agentId={bound.readOnly ? undefined : agent?.id} />}
        {tab === "agent" && <Findings document={bound.document} />}
        {tab === "tools" && <Tools bound={bound} />}
        {tab === "tests" &&
          (agent ? (
            <TestsTab agent={agent} document={bound.document as AgentDocument} isDirty={isDirty} />
          ) : (
            <p className="hint">{words.say("agents.tests_after_save")}</p>
          ))}
        {tab === "analytics" && <Analytics bound={bound} />}
        {tab !== "tools" && tab !== "tests" && <Sections sections={SECTIONS[tab]} bound={bound} />}
        {tab === "llm" && <FixedAnswers bound={bound} />}
        {tab === "analytics" && agent && <Webhook agent={agent} bound={bound} />}
        {tab === "voice" && <KeyNote part="voice" provider={valueAt(bound.document, VOICE_PROVIDER)} />}
      </Suspense>
    </>
  );
}

function tabAddress(search: URLSearchParams, tab: Tab): string {
  const next = new URLSearchParams(search);
  next.set("tab", tab);
  return `?${next.toString()}`;
}

/** Ctrl-S and ⌘S save here, wherever the focus is. */
function useSaveKey(save: () => unknown): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== "s" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      save();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });
}
