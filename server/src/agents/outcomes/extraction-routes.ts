import {
  changeExtraction,
  createExtraction,
  deleteExtraction,
  type ExtractionTemplate,
  listExtractions,
  MOST_EXTRACTION_CHARACTERS,
  MOST_EXTRACTIONS,
  readExtraction,
} from "@ongea/contract";
import type { Audit } from "../../accounts/index.ts";
import type { Http } from "../../platform/http/http.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { serve } from "../../platform/http/serve.ts";
import { withoutUndefined } from "../../platform/without-undefined.ts";
import type { ExtractionRow, OutcomeStore } from "./store.ts";

export function extractionRoutes(app: Http, store: OutcomeStore, audit: Pick<Audit, "act">): void {
  serve(app, listExtractions, async (_given, { principal }) => ({
    data: (await store.extractions(principal.workspaceId)).map(wire),
  }));
  serve(app, readExtraction, async ({ params }, { principal }) => {
    const row = await store.extraction({ workspaceId: principal.workspaceId, id: params.extraction_id });
    if (!row) throw refuse("extraction.not_found");
    return { data: wire(row) };
  });
  serve(app, createExtraction, async ({ body }, { principal }) => {
    const { workspaceId } = principal;
    notTooLong(body);
    if ((await store.extractions(workspaceId)).length >= MOST_EXTRACTIONS) throw refuse("extraction.too_many");
    const made = await audit.act(principal, async (write) => {
      const row = await store.addExtraction({
        workspaceId,
        name: body.name,
        jsonSchema: body.json_schema,
        instructions: body.instructions ?? null,
        model: body.model,
        inputs: body.inputs ?? null,
        keys: body.keys ?? null,
        display: body.display,
        supportsCustomQuestions: body.supports_custom_questions,
      });
      await write({ act: "extraction.created", subject: row.name });
      return row;
    });
    return { data: wire(made) };
  });
  serve(app, changeExtraction, async ({ params, body }, { principal }) => {
    notTooLong(body);
    const { json_schema: jsonSchema, supports_custom_questions: supportsCustomQuestions, ...rest } = body;
    const key = { workspaceId: principal.workspaceId, id: params.extraction_id };
    const changed = await audit.act(principal, async (write) => {
      const row = await store.changeExtraction(key, withoutUndefined({ ...rest, jsonSchema, supportsCustomQuestions }));
      if (!row) throw refuse("extraction.not_found");
      await write({ act: "extraction.changed", subject: row.name });
      return row;
    });
    return { data: wire(changed) };
  });
  serve(app, deleteExtraction, async ({ params }, { principal }) => {
    const key = { workspaceId: principal.workspaceId, id: params.extraction_id };
    await audit.act(principal, async (write) => {
      const name = await store.removeExtraction(key);
      if (name === undefined) throw refuse("extraction.not_found");
      await write({ act: "extraction.deleted", subject: name });
    });
    return { message: "Extraction template deleted successfully" };
  });
}

function notTooLong(body: object): void {
  if (JSON.stringify(body).length > MOST_EXTRACTION_CHARACTERS) throw refuse("request.too_large");
}

function wire(row: ExtractionRow): ExtractionTemplate {
  const { id, name, instructions, model, inputs, keys, display } = row;
  return {
    id,
    name,
    json_schema: row.jsonSchema,
    instructions,
    model,
    inputs,
    keys,
    display,
    supports_custom_questions: row.supportsCustomQuestions,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}
