/** Local models by HTTP: what fits this machine, and fetching it. */
import { pullModels, readModels, type ModelsState } from "@ongea/contract";
import { sizeOf } from "@ongea/providers/hosts";
import type { Http } from "../../platform/http/http.ts";
import { serve } from "../../platform/http/serve.ts";
import type { ModelPull } from "./model-pull.ts";

export function modelRoutes(app: Http, pull: ModelPull): void {
  const told = (): ModelsState => {
    const { state, models, bytes, doneBytes, problem } = pull.status();
    return {
      state,
      models: models.flatMap((model) => {
        const { id, name, kind, languages } = model;
        // The others are for no caller's ears and no caller's voice.
        if (kind === "language-model" || kind === "embedding") return [];
        return [{ id, name, kind, languages, megabytes: megabytes(sizeOf(model)) }];
      }),
      megabytes: megabytes(bytes),
      done_megabytes: Math.floor(doneBytes / 1_000_000),
      problem: problem ?? null,
    };
  };
  serve(app, readModels, async () => told());
  serve(app, pullModels, async () => {
    void pull.begin();
    return told();
  });
}

function megabytes(bytes: number): number {
  return Math.ceil(bytes / 1_000_000);
}
