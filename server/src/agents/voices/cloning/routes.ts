import {
  hearCloneRecording,
  listVoiceClones,
  makeVoiceClone,
  removeVoiceClone,
  startVoiceClone,
  uploadCloneRecording,
} from "@ongea/contract";
import type { Http } from "../../../platform/http/http.ts";
import { serve } from "../../../platform/http/serve.ts";
import type { Clones } from "./clones.ts";

export function cloneRoutes(app: Http, clones: Clones): void {
  serve(app, listVoiceClones, async (_, { asker }) => clones.list(asker.workspaceId));
  serve(app, startVoiceClone, async ({ body }, { asker }) => clones.start(asker, body));
  serve(app, uploadCloneRecording, async ({ params }, { asker, request }) =>
    clones.keep(asker, params.clone_id, { of: params.recording, bytes: request.body as Buffer }),
  );
  serve(app, hearCloneRecording, async ({ params }, { asker, reply }) => {
    const wav = await clones.hear({ id: params.clone_id, workspaceId: asker.workspaceId }, params.recording);
    return reply.header("cache-control", "private, no-store").type("audio/wav").send(wav);
  });
  serve(app, makeVoiceClone, async ({ params }, { asker }) => clones.make(asker, params.clone_id));
  serve(app, removeVoiceClone, async ({ params }, { asker }) => clones.remove(asker, params.clone_id));
}
