import {
  changeDisposition,
  createDisposition,
  createDispositions,
  deleteDisposition,
  listDispositions,
  MOST_DISPOSITIONS,
  readDisposition,
} from "@ongea/contract";
import type { Audit } from "../../accounts/index.ts";
import type { Http } from "../../platform/http/http.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { serve } from "../../platform/http/serve.ts";
import type { OutcomeStore } from "./store.ts";
import { type Written, changeOf, checkWritten, rowOf, wire } from "./disposition-drafts.ts";

export interface DispositionRoutesParts {
  store: OutcomeStore;
  audit: Pick<Audit, "act">;
  /** Refuses with "agent.not_found". */
  readAgent(workspaceId: string, agentId: string): Promise<unknown>;
}

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
    checkWritten({
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
    checkWritten({ ...before, ...change });
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
