import {
  type Checked,
  changeDisposition,
  createDisposition,
  createDispositions,
  deleteDisposition,
  type Disposition,
  listDispositions,
  MOST_DISPOSITIONS,
  readDisposition,
} from "@ongea/contract";
import type { Audit } from "../../accounts/index.ts";
import type { Http } from "../../platform/http/http.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { serve } from "../../platform/http/serve.ts";
import { withoutUndefined } from "../../platform/without-undefined.ts";
import type { DispositionRow, NewDisposition, OutcomeStore } from "./store.ts";

export interface DispositionRoutesParts {
  store: OutcomeStore;
  audit: Pick<Audit, "act">;
  /** Refuses with "agent.not_found". */
  readAgent(workspaceId: string, agentId: string): Promise<unknown>;
}

type Written = Checked<typeof createDispositions>["body"]["dispositions"][number];

export function dispositionRoutes(app: Http, parts: DispositionRoutesParts): void {
  const { store, audit } = parts;
  serve(app, listDispositions, async ({ query }, { principal }) => {
    if (query.agent_id !== undefined) await parts.readAgent(principal.workspaceId, query.agent_id);
    return (await store.dispositions(principal.workspaceId, query.agent_id)).map(wire);
  });
  serve(app, readDisposition, async ({ params }, { principal }) => {
    const row = await store.disposition({ workspaceId: principal.workspaceId, id: params.disposition_id });
    if (!row) throw refuse("disposition.not_found");
    return wire(row);
  });
  serve(app, createDisposition, async ({ body: { agent_id: agentId, ...written } }, { principal }) => {
    const [id = ""] = await added(parts, principal, agentId ?? undefined, [written]);
    return { message: "Disposition created successfully", id };
  });
  serve(app, createDispositions, async ({ body }, { principal }) => ({
    message: "Dispositions created successfully",
    ids: await added(parts, principal, body.agent_id, body.dispositions),
  }));
  serve(app, deleteDisposition, async ({ params }, { principal }) => {
    const key = { workspaceId: principal.workspaceId, id: params.disposition_id };
    await audit.act(principal, async (write) => {
      const name = await store.removeDisposition(key);
      if (name === undefined) throw refuse("disposition.not_found");
      await write({ act: "disposition.deleted", subject: name });
    });
    return { message: "Disposition deleted successfully" };
  });
  changingRoute(app, parts);
}

type Actor = Parameters<Audit["act"]>[0];

async function added(
  { store, audit, readAgent }: DispositionRoutesParts,
  actor: Actor & { workspaceId: string },
  agentId: string | undefined,
  all: readonly Written[],
): Promise<string[]> {
  const { workspaceId } = actor;
  if (agentId !== undefined) await readAgent(workspaceId, agentId);
  all.forEach((written) =>
    checkAsked({
      isObjective: written.is_objective,
      objectiveOptions: written.objective_options ?? null,
      subjectiveTypeConfig: written.subjective_type_config ?? null,
    }),
  );
  if ((await store.countDispositions(workspaceId)) + all.length > MOST_DISPOSITIONS) throw refuse("disposition.too_many");
  const rows = all.map((written) =>
    rowOf(written, { workspaceId, agentIds: agentId === undefined ? [] : [agentId], createdBy: actor.name }),
  );
  return audit.act(actor, async (write) => {
    const ids = await store.addDispositions(workspaceId, rows);
    await write({
      act: "disposition.created",
      subject: all
        .map(({ name }) => name)
        .join(", ")
        .slice(0, 200),
    });
    return ids;
  });
}

function changingRoute(app: Http, { store, audit, readAgent }: DispositionRoutesParts): void {
  serve(app, changeDisposition, async ({ params, body: { agent_id, ...body } }, { principal, reply }) => {
    const { workspaceId } = principal;
    const agentId = agent_id ?? undefined;
    const key = { workspaceId, id: params.disposition_id };
    if (agentId !== undefined) await readAgent(workspaceId, agentId);
    const before = await store.disposition(key);
    if (!before) throw refuse("disposition.not_found");
    const change = changeOf(body);
    checkAsked({ ...before, ...change });
    const others = before.agentIds.filter((id) => id !== agentId);
    return audit.act(principal, async (write) => {
      const changed = { act: "disposition.changed", subject: change.name ?? before.name } as const;
      if (agentId === undefined || others.length === 0) {
        await store.changeDisposition(key, { ...change, ...(agentId !== undefined && { agentIds: [agentId] }) });
        await write(changed);
        return { message: "Disposition updated successfully", id: key.id };
      }
      const { id: _id, createdAt: _created, updatedAt: _updated, ...own } = before;
      await store.changeDisposition(key, { agentIds: others });
      const [id = ""] = await store.addDispositions(workspaceId, [
        { ...own, ...change, agentIds: [agentId], createdBy: principal.name },
      ]);
      await write(changed);
      reply.code(201);
      return { message: "Disposition copy created and linked to agent", id };
    });
  });
}

function changeOf(body: Omit<Checked<typeof changeDisposition>["body"], "agent_id">): Partial<NewDisposition> {
  return withoutUndefined({
    name: body.name,
    question: body.question,
    category: body.category,
    model: body.model,
    systemPrompt: body.system_prompt,
    isSubjective: body.is_subjective,
    isObjective: body.is_objective,
    subjectiveType: body.subjective_type,
    subjectiveTypeConfig: body.subjective_type_config,
    objectiveOptions: body.objective_options,
  });
}

/** One of several answers needs them; a pattern that cannot be read finds nothing. */
function checkAsked(asked: Pick<NewDisposition, "isObjective" | "objectiveOptions" | "subjectiveTypeConfig">): void {
  if (asked.isObjective && (asked.objectiveOptions ?? []).length === 0) throw refuse("disposition.no_options");
  const pattern = asked.subjectiveTypeConfig?.pattern;
  if (pattern === undefined) return;
  try {
    new RegExp(pattern, "u");
  } catch {
    throw refuse("disposition.bad_pattern");
  }
}

function rowOf(written: Written, own: Pick<NewDisposition, "workspaceId" | "agentIds" | "createdBy">): NewDisposition {
  return {
    ...own,
    name: written.name,
    question: written.question,
    systemPrompt: written.system_prompt ?? null,
    category: written.category,
    model: written.model,
    isSubjective: written.is_subjective,
    isObjective: written.is_objective,
    subjectiveType: written.subjective_type,
    subjectiveTypeConfig: written.subjective_type_config ?? null,
    objectiveOptions: written.objective_options ?? null,
  };
}

function wire(row: DispositionRow): Disposition {
  return {
    id: row.id,
    name: row.name,
    question: row.question,
    system_prompt: row.systemPrompt,
    category: row.category,
    model: row.model,
    is_subjective: row.isSubjective,
    is_objective: row.isObjective,
    subjective_type: row.subjectiveType,
    subjective_type_config: row.subjectiveTypeConfig,
    objective_options: row.objectiveOptions,
    agent_ids: row.agentIds,
    created_by: row.createdBy,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}
