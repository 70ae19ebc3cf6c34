/** Dispositions as the API writes them, and what may be stored of a draft. */
import { type Checked, changeDisposition, createDispositions, type Disposition } from "@ongea/contract";
import { refuse } from "../../platform/http/refuse.ts";
import { withoutUndefined } from "../../platform/without-undefined.ts";
import type { DispositionRow, NewDisposition } from "./store.ts";

export type Written = Checked<typeof createDispositions>["body"]["dispositions"][number];

export function changeOf(body: Omit<Checked<typeof changeDisposition>["body"], "agent_id">): Partial<NewDisposition> {
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
export function checkWritten(asked: Pick<NewDisposition, "isObjective" | "objectiveOptions" | "subjectiveTypeConfig">): void {
  if (asked.isObjective && (asked.objectiveOptions ?? []).length === 0) throw refuse("disposition.no_options");
  const pattern = asked.subjectiveTypeConfig?.pattern;
  if (pattern === undefined) return;
  try {
    new RegExp(pattern, "u");
  } catch {
    throw refuse("disposition.bad_pattern");
  }
}

export function rowOf(written: Written, own: Pick<NewDisposition, "workspaceId" | "agentIds" | "createdBy">): NewDisposition {
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

export function wire(row: DispositionRow): Disposition {
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
