/** An agent in writing: plan, tools, knowledge, language models and guard of a call, with real effects; no line and no speech. */
import { randomUUID } from "node:crypto";
import {
  type EarlierTurns,
  type JournalEntry,
  openWrittenConversation,
  OPT_OUT_TOOL,
  RECORDED,
  type ToolRunner,
  withOptOut,
  withRoutes,
  type WrittenAnswer,
  type WrittenConversation,
} from "@ongea/conversation";
import { createLanguageModel, type LanguageModelSettings, type Prices } from "@ongea/providers";
import {
  type AgentAt,
  type AgentsDomain,
  type CallFacts,
  type FunctionParts,
  type CalendarParts,
  type LanguageModelParts,
  languageModelsFor,
  planFor,
  resolvedSettings,
  runTool,
  type StoredAgent,
  valuesOf,
} from "../../agents/index.ts";
import { connectedProviders, costOfWriting, type ProviderFailures } from "../../engines/index.ts";
import type { Contacts } from "../../contacts/index.ts";
import type { ResolvedSettings } from "../../engines/index.ts";
import { checkArguments } from "../../platform/json-schema/check-arguments.ts";
import { systemClock } from "../../platform/time/system-clock.ts";
import type { MessageRow, ThreadRow } from "../messages/store.ts";

export interface TextAgentParts {
  agents: Pick<AgentsDomain, "agents" | "messages" | "knowledge"> & Partial<Pick<AgentsDomain, "mcp">>;
  contacts: Pick<Contacts, "appointments" | "knownOfContact" | "numbersOf">;
  models: LanguageModelParts;
  prices: Pick<Prices, "priceFor">;
  /** Absent: nobody counts how models fail. */
  failures?: Pick<ProviderFailures, "note">;
  functions: FunctionParts;
  calendars: CalendarParts;
  timeZone: string;
  country: string;
  /** Puts a number on the do-not-call list. */
  optOut(workspaceId: string, number: string): Promise<void>;
  nowMs: () => number;
}

export interface TextAnswer extends Omit<WrittenAnswer, "sources"> {
  language: string;
  /** The agent has asked for a person. */
  wantsPerson: boolean;
  agentName: string;
  /** What the installation's language models take for it, of US dollars. */
  cents: number;
}

export interface TextAgent {
  welcome(agent: StoredAgent): string;
  /** `told`: what was written before it. Rejects when the signal says so. */
  answer(thread: ThreadRow, written: { told: readonly MessageRow[]; text: string }, signal: AbortSignal): Promise<TextAnswer>;
  /** The answer stands in the thread at this position: the conversation may go on from there. */
  keep(threadId: string, position: number): void;
  stop(): void;
}

interface Open {
  conversation: WrittenConversation;
  agentVersion: string;
  /** Whose fields its prompt has. */
  contactId: string;
  /** It knows the thread up to there; undefined: an answer was not stored. */
  knowsUpTo: number | undefined;
  usedMs: number;
  wantsPerson: boolean;
  /** What was noted and not yet counted. */
  noted: Extract<JournalEntry, { kind: "usage" }>[];
  lent: ResolvedSettings;
}

/** What a local model needs runs beside the media threads only. */
const UNFIT: ReadonlySet<LanguageModelSettings["use"]> = new Set(["local"]);
const MOST_OPEN = 200;
const IDLE_MS = 600_000;

export function createTextAgent(parts: TextAgentParts): TextAgent {
  const { agents, contacts, models, nowMs } = parts;
  const all = new Map<string, Open>();

  return {
    welcome: (agent) => planFor(agent.document, factsOf(agent, randomUUID(), {})).welcomeMessage,
    async answer(thread, { told, text }, signal) {
      const agent = await agents.agents.recent(thread.workspaceId, thread.agentId, chooserOf(thread));
      const end = told.at(-1)?.position ?? 0;
      let open = all.get(thread.id);
      const isOf = open?.agentVersion === versionOf(agent) && open.contactId === thread.contactId;
      if (open && (open.knowsUpTo !== end || !isOf)) close(thread.id);
      open = all.get(thread.id) ?? (await opened(agent, thread, told));
      all.delete(thread.id);
      all.set(thread.id, open);
      open.knowsUpTo = undefined;
      open.usedMs = nowMs();
      open.wantsPerson = false;
      closeIdle();
      const { text: said, isLast, messages, ran } = await open.conversation.answer(text, signal);
      const cents = costOfWriting(open.noted.splice(0), { lent: open.lent, prices: parts.prices });
      const { conversation, wantsPerson } = open;
      return {
        text: said,
        isLast,
        messages,
        ran,
        language: conversation.language,
        wantsPerson,
        agentName: agent.document.agent_config.agent_name,
        cents,
      };
    },
    keep(threadId, position) {
      const open = all.get(threadId);
      if (open) open.knowsUpTo = position;
    },
    stop: () => [...all.keys()].forEach(close),
  };

  function close(threadId: string): void {
    all.get(threadId)?.conversation.close("stopped");
    all.delete(threadId);
  }

  function closeIdle(): void {
    for (const [id, { usedMs }] of all) if (all.size > MOST_OPEN || nowMs() - usedMs > IDLE_MS) close(id);
  }

  function factsOf(agent: StoredAgent, callId: string, userData: Record<string, string>): CallFacts {
    const { timeZone, country } = parts;
    return { callId, agentId: agent.id, direction: "inbound", userData, startedAt: new Date(), timeZone, country };
  }

  async function opened(agent: StoredAgent, thread: ThreadRow, told: readonly MessageRow[]): Promise<Open> {
    const { workspaceId, contactId } = thread;
    const known = await contacts.knownOfContact({ workspaceId, id: contactId });
    const facts = factsOf(agent, thread.id, known);
    const plan = planFor(agent.document, facts);
    const settings = await languageModelsFor(models, { workspaceId, document: agent.document }, UNFIT);
    const llms = settings.map((one) =>
      withOptOut(withRoutes(agents.knowledge.givenTo(createLanguageModel(one, {}), agent), plan.routes ?? [])),
    );
    const wants = { person: (): void => undefined };
    const noted: Open["noted"] = [];
    const lent = resolvedSettings(await models.connections.lend(workspaceId, agent.document));
    const of = { workspaceId, lent: connectedProviders({ lent }) };
    const conversation = openWrittenConversation(
      {
        plan,
        clock: systemClock,
        languageModels: llms,
        tools: toolsOf(agent, thread, { facts, wantsPerson: () => wants.person() }),
        checkArguments,
        journal: {
          write: (entry) => {
            if (entry.kind === "usage") noted.push(entry);
            parts.failures?.note(entry, of);
          },
        },
      },
      { ...earlierIn(told), language: thread.language || plan.language },
    );
    const open: Open = {
      conversation,
      agentVersion: versionOf(agent),
      contactId,
      knowsUpTo: undefined,
      usedMs: nowMs(),
      wantsPerson: false,
      noted,
      lent,
    };
    wants.person = () => void (open.wantsPerson = true);
    return open;
  }

  function toolsOf(
    agent: StoredAgent,
    thread: ThreadRow,
    { facts, wantsPerson }: { facts: CallFacts; wantsPerson: () => void },
  ): ToolRunner {
    const { workspaceId, contactId } = thread;
    const { messages, mcp } = agents;
    const toolParts = {
      appointments: contacts.appointments,
      messages,
      mcp,
      functions: parts.functions,
      calendars: parts.calendars,
    };
    const desk = {
      workspaceId,
      callId: null,
      agentId: agent.id,
      document: agent.document,
      values: valuesOf(facts),
      callerNumber: "",
      // A person of the workspace goes on with the thread.
      async transfer() {
        wantsPerson();
        return { ok: true as const, to: "a person" };
      },
    };
    return {
      async run(call, signal) {
        if (call.name !== OPT_OUT_TOOL) return runTool(call, desk, toolParts, signal);
        const numbers = (await contacts.numbersOf({ workspaceId, id: contactId })) ?? [];
        const wanted = thread.channel === "telegram" || thread.channel === "email" ? [...numbers, thread.address] : numbers;
        for (const address of wanted) await parts.optOut(workspaceId, address);
        return wanted.length > 0 ? { ok: true, result: RECORDED } : { ok: false, result: "The number is not known." };
      },
    };
  }
}

/** A document that has been saved again is another agent. */
/** A sender may use another version than the live one. */
function chooserOf({ senderId }: Pick<ThreadRow, "senderId">): AgentAt["chooser"] {
  return senderId === null ? undefined : { kind: "sender", target: senderId };
}

function versionOf({ id, version }: StoredAgent): string {
  return `${id}/${version}`;
}

/** What was written before, as the agent knows it. */
export function earlierIn(told: readonly MessageRow[]): Omit<EarlierTurns, "language"> {
  const messages = told.flatMap(({ author, text, trace }) =>
    author === "contact" ? [{ role: "caller" as const, text }] : (trace?.messages ?? [{ role: "assistant" as const, text }]),
  );
  return { messages, ran: told.flatMap(({ trace }) => trace?.ran ?? []) };
}
