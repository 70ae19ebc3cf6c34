/** One agent: its settings in tabs, what is not saved yet, and the call beside it that hears the last save. */
import { type Agent, type AgentDocument, type AgentPublishing, mayActAs, valueAt } from "@ongea/contract";
import { Suspense, useEffect, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { paths } from "../../paths.ts";
import { useMe } from "../../shell/me.tsx";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Loading } from "../../ui/loaded.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { TabLinks } from "../../ui/tab-links.tsx";
import { useWords } from "../../words/index.ts";
import { ALL_CONTROLS, faultOf, SECTIONS, VOICE_PROVIDER } from "./controls.ts";
import { type Bound, Sections } from "./fields.tsx";
import { Findings } from "./findings.tsx";
import { Leaving } from "./leaving.tsx";
import { MoreActs } from "./more-acts.tsx";
import { TalkBeside } from "./talk-beside.tsx";
import { hoursAreValid, Tools } from "./tools.tsx";
import { isDrafting, readOf } from "./read.ts";
import { type AgentDraft, isNewer, isSame, useAgentDraft } from "./use-agent-draft.ts";
import { KeyNote } from "./provider-means.tsx";
import { type Tab, TABS } from "./tabs.ts";
import { type Save, useSave } from "./use-save.ts";
import { Versions } from "./versions.tsx";
import { partLater } from "../../ui/part-later.tsx";

const TAB = { waiting: () => <Loading rows={4} /> };
const Conflict = partLater(async () => (await import("./conflict.tsx")).Conflict);
const Publish = partLater(async () => (await import("./publish.tsx")).Publish);
const Inbound = partLater(async () => (await import("./inbound.tsx")).Inbound, TAB);
const Analytics = partLater(async () => (await import("./analytics.tsx")).Analytics, TAB);
const Dispositions = partLater(async () => (await import("./dispositions.tsx")).Dispositions);
const FixedAnswers = partLater(async () => (await import("./fixed-answers.tsx")).FixedAnswers);
const Realtime = partLater(async () => (await import("./realtime.tsx")).Realtime);
const Webhook = partLater(async () => (await import("./webhook.tsx")).Webhook);
const KnowledgeTab = partLater(async () => (await import("./knowledge-tab.tsx")).KnowledgeTab, TAB);
const NextCall = partLater(async () => (await import("./next-call.tsx")).NextCall);
const TestsTab = partLater(async () => (await import("./agent-tests/tests-tab.tsx")).TestsTab, TAB);

/** `agent`: as it stands on the server; `fresh`: one that has never been saved. */
type EditorProps =
  | { agent: Agent; publishing: AgentPublishing; fresh?: undefined }
  | { agent?: undefined; publishing?: undefined; fresh: { key: string; document: AgentDocument } };

export function Editor({ agent, publishing, fresh }: EditorProps): React.ReactNode {
  const words = useWords();
  const mayEdit = mayActAs(useMe().workspace.role, "agent_manager");
  const read = agent ? readOf(agent, publishing) : { version: 0, revision: 0, document: fresh.document };
  const draft = useAgentDraft(agent ? agent.id : `new-${fresh.key}`, read);
  // Somebody else has saved, and nothing of ours is lost by showing it; or it was ours, and the page went before the answer came.
  if (agent && isNewer(read, draft.base) && (draft.changes.length === 0 || isSame(read, draft))) draft.saved(read);
  const save = useSave(agent?.id, draft);
  const isDirty = draft.changes.length > 0 || agent === undefined;
  const isValid =
    ALL_CONTROLS.every((control) => faultOf(control, draft.document) === undefined) && hoursAreValid(draft.document);
  const maySave = mayEdit && isDirty && isValid && !save.busy;
  const savesDraft = publishing !== undefined && isDrafting(publishing);
  useSaveKey(() => maySave && save.save(savesDraft));
  const bound: Bound = { document: draft.document, complaints: save.complaints, readOnly: !mayEdit, set: draft.set };
  return (
    <>
      <div className="setup-work">
        <Head agent={agent} publishing={publishing} draft={draft} save={save} maySave={maySave} />
        <div className="next-call-place">
          <NextCall document={draft.document} />
        </div>
        {!mayEdit && <p className="hint">{words.say("shell.needs_role")}</p>}
        <ProblemLine>{save.problem}</ProblemLine>
        {agent && save.theirs && <Conflict agentId={agent.id} theirs={save.theirs} draft={draft} done={save.forgetTheirs} />}
        <Settings agent={agent} bound={bound} isDirty={isDirty || draft.base.revision > 0} />
      </div>
      <TalkBeside agent={agent} publishing={publishing} document={draft.document} isDirty={isDirty} />
      <Leaving isDirty={agent !== undefined && draft.changes.length > 0} />
    </>
  );
}

interface HeadProps {
  agent: Agent | undefined;
  publishing: AgentPublishing | undefined;
  draft: AgentDraft;
  save: Save;
  maySave: boolean;
}

function Head({ agent, publishing, draft, save, maySave }: HeadProps): React.ReactNode {
  const words = useWords();
  const mayEdit = mayActAs(useMe().workspace.role, "agent_manager");
  return (
    <div className="setup-head">
      <Link className="button quiet square back" to={paths.agents} aria-label={words.say("agents.list")}>
        <Icon name="left" />
      </Link>
      <h1>{draft.document.agent_config.agent_name.trim() || agent?.agent_name || words.say("agents.new")}</h1>
      <State agent={agent} publishing={publishing} />
      {draft.changes.length > 0 && (
        <span className="status under-way live" role="status">
          {words.say("agents.unsaved", { count: draft.changes.length })}
        </span>
      )}
      <div className="setup-acts">
        {draft.changes.length > 0 && mayEdit && (
          <Button rank="quiet" onClick={() => draft.saved(agent && publishing ? readOf(agent, publishing) : draft.base)}>
            {words.say("agents.discard")}
          </Button>
        )}
        {agent && <Versions agent={agent} draft={draft} />}
        {agent && mayEdit && <MoreActs agent={agent} />}
        {mayEdit && <SaveActs agent={agent} publishing={publishing} draft={draft} save={save} maySave={maySave} />}
      </div>
    </div>
  );
}

/** Whether it answers, and whether a draft waits to go live. */
function State({ agent, publishing }: Pick<HeadProps, "agent" | "publishing">): React.ReactNode {
  const words = useWords();
  if (publishing?.draft)
    return (
      <span className="status waiting">
        {words.say("agents.draft_not_live")} · {words.say("agents.version_live", { version: publishing.version })}
      </span>
    );
  const isEmpty = agent === undefined || agent.agent_status === "draft";
  return (
    <span className={isEmpty ? "status waiting" : "status good"}>{words.say(isEmpty ? "agents.draft" : "agents.processed")}</span>
  );
}

/** Saving is live at once, or writes a draft that is published by a press of its own. */
function SaveActs({ agent, publishing, draft, save, maySave }: HeadProps): React.ReactNode {
  const words = useWords();
  const [publishes, setPublishes] = useState(false);
  const savesDraft = publishing !== undefined && isDrafting(publishing);
  const mayPublish = publishing?.draft != null && draft.changes.length === 0;
  return (
    <>
      {agent && !savesDraft && draft.changes.length > 0 && (
        <Button disabled={!maySave} onClick={() => save.save(true)}>
          {words.say("agents.save_draft")}
        </Button>
      )}
      <Button
        rank={mayPublish ? "plain" : "first"}
        busy={save.busy && words.say("shell.saving")}
        disabled={!maySave}
        onClick={() => save.save(savesDraft)}
        aria-keyshortcuts="Control+S Meta+S"
      >
        {words.say("agents.save")}
      </Button>
      {publishing?.draft && (
        <Button rank={mayPublish ? "first" : "plain"} disabled={!mayPublish} onClick={() => setPublishes(true)}>
          {words.say("agents.publish")}
        </Button>
      )}
      {agent && publishing?.draft && publishes && (
        <Publish agentId={agent.id} publishing={publishing} draft={draft} close={() => setPublishes(false)} />
      )}
    </>
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
        {tab === "knowledge" && <KnowledgeTab agentId={agent?.id} mayChange={!bound.readOnly} />}
        {tab === "tools" && <Tools bound={bound} />}
        {tab === "tests" &&
          (agent ? (
            <TestsTab agent={agent} document={bound.document as AgentDocument} isDirty={isDirty} />
          ) : (
            <p className="hint">{words.say("agents.tests_after_save")}</p>
          ))}
        {tab === "analytics" && <Analytics bound={bound} />}
        {tab === "analytics" && agent && <Dispositions agent={agent} readOnly={bound.readOnly} />}
        {tab !== "tools" && tab !== "tests" && tab !== "knowledge" && <Sections sections={SECTIONS[tab]} bound={bound} />}
        {tab === "llm" && <Realtime bound={bound} />}
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
