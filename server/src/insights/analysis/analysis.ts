/** What is made of a call's words when it is over: a job that is sent with its last row, and done by whichever server comes first. */
import { type AfterCall, type AgentDocument, afterCallOf, conversationOf } from "@ongea/contract";
import { timeLimit, createLanguageModel } from "@ongea/providers";
import { type Agents, languageModelFor, type LanguageModelParts, UNFIT_AFTERWARDS } from "../../agents/index.ts";
import type { Jobs } from "../../platform/jobs/jobs.ts";
import type { Analysis, AnalysisStore, CallRow, CallStore } from "../../calls/index.ts";
import { analysisQueue } from "./queue.ts";
import { analyse } from "./analyse.ts";
import type { Question } from "./questions.ts";

const MOST_ATTEMPTS = 8;
/** Whoever waits for what is made of a call is told of it without after so many: about a minute. */
const WAITED_ATTEMPTS = 3;
const PATIENCE_MS = 60_000;

export interface Analyst {
  /** Within the transaction that ends these calls. */
  ended(calls: readonly CallRow[], wanting: ReadonlySet<string>): Promise<void>;
}

/** `wanting`: the agents that ask for something. */
export function createAnalyst(jobs: Pick<Jobs, "send">): Analyst {
  return {
    async ended(calls, wanting) {
      for (const { id, workspaceId, agentId, transcript } of calls)
        if (transcript && agentId && wanting.has(agentId)) await jobs.send(analysisQueue, { id, workspaceId });
    },
  };
}

export interface AnalysisParts extends LanguageModelParts {
  jobs: Pick<Jobs, "work">;
  calls: Pick<CallStore, "read">;
  store: AnalysisStore;
  agents: Pick<Agents, "present">;
  /** What is asked about the calls of this assistant. */
  questionsOf(workspaceId: string, agentId: string): Promise<readonly Question[]>;
  /** The call is as it will be; it may be said twice. */
  analysed(call: CallRow, made: Analysis): Promise<void>;
}

interface Attempt {
  wanted: AfterCall & { questions?: readonly Question[] };
  attempts: number;
  signal: AbortSignal;
}

const NOTHING: Analysis = { summary: null, extracted: null, problem: null };

export function startAnalysis(parts: AnalysisParts): void {
  const { jobs, calls, store, agents, connections, choices, admissions, analysed } = parts;
  jobs.work(analysisQueue, async (key, { attempts, signal }) => {
    const call = await calls.read(key);
    if (!call?.transcript || !call.agentId) return;
    const agent = await agents.present(key.workspaceId, call.agentId);
    if (!agent) return;
    const tell = async (made: Analysis): Promise<void> => {
      if (agent.document.agent_config.webhook_url) await analysed(call, made);
    };
    const questions = await parts.questionsOf(key.workspaceId, agent.id);
    const wanted = { ...afterCallOf(agent.document), ...(questions.length > 0 && { questions }) };
    const made = await madeOf(call, agent.document, { wanted, attempts, signal }).catch(async (error: unknown) => {
      if (attempts === WAITED_ATTEMPTS && !signal.aborted) await tell(NOTHING);
      throw error;
    });
    await tell(made);
  });

  /** Kept when it is made, or given up. Rejects when it is to be tried again. */
  async function madeOf(call: CallRow, document: AgentDocument, { wanted, attempts, signal }: Attempt): Promise<Analysis> {
    if (Object.keys(wanted).length === 0) return NOTHING;
    const settings = await languageModelFor(
      { connections, choices, admissions },
      { workspaceId: call.workspaceId, document },
      UNFIT_AFTERWARDS,
    );
    if (!settings) return kept(call, { ...NOTHING, problem: "no-model" });
    const { language } = conversationOf(document).tools_config.transcriber;
    const limit = timeLimit(PATIENCE_MS, signal);
    try {
      const transcript = call.transcript ?? "";
      const made = await analyse({ transcript, language, wanted }, createLanguageModel(settings, {}), limit);
      return await kept(call, { ...made, problem: null });
    } catch (error) {
      if (attempts >= MOST_ATTEMPTS) await kept(call, { ...NOTHING, problem: "failed" });
      throw error;
    }
  }

  async function kept(call: CallRow, made: Analysis): Promise<Analysis> {
    await store.keep(call, made);
    return made;
  }
}
