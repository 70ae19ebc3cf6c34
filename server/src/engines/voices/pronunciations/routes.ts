import {
  keepPronunciation,
  listPronunciations,
  MOST_PRONUNCIATIONS,
  removePronunciation,
  type Pronunciation,
} from "@ongea/contract";
import type { Audit } from "../../../accounts/index.ts";
import type { Http } from "../../../platform/http/http.ts";
import { refuse } from "../../../platform/http/refuse.ts";
import { serve } from "../../../platform/http/serve.ts";
import type { Pronunciations } from "./pronunciations.ts";
import type { PronunciationRow, PronunciationStore } from "./store.ts";

export interface PronunciationRoutesParts {
  store: PronunciationStore;
  pronunciations: Pick<Pronunciations, "changed">;
  audit: Pick<Audit, "act">;
}

export function pronunciationRoutes(app: Http, { store, pronunciations, audit }: PronunciationRoutesParts): void {
  serve(app, listPronunciations, async (_, { principal }) => ({
    data: (await store.all(principal.workspaceId)).map(onWire),
    most: MOST_PRONUNCIATIONS,
  }));
  serve(app, keepPronunciation, async ({ body: { language, ...one } }, { principal }) => {
    const { workspaceId } = principal;
    const kept = await audit.act(principal, async (write) => {
      const row = await store.keep(workspaceId, { ...one, language: language ?? "" }, MOST_PRONUNCIATIONS);
      if (!row) throw refuse("voice.too_many_words");
      await write({ act: "pronunciation.kept", subject: row.word, details: { said: row.said } });
      return row;
    });
    pronunciations.changed(workspaceId);
    return onWire(kept);
  });
  serve(app, removePronunciation, async ({ params }, { principal }) => {
    const { workspaceId } = principal;
    await audit.act(principal, async (write) => {
      const row = await store.remove(workspaceId, params.pronunciation_id);
      if (!row) throw refuse("voice.word_not_found");
      await write({ act: "pronunciation.removed", subject: row.word });
    });
    pronunciations.changed(workspaceId);
    return { success: true as const };
  });
}

function onWire({ id, word, said, language, updatedAt }: PronunciationRow): Pronunciation {
  return { id, word, said, language: language || null, updated_at: updatedAt.toISOString() };
}
