import { bodyBytes } from "../../../platform/http/body-bytes.ts";
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
  serve(app, listVoiceClones, async (_, { principal }) => clones.list(principal.workspaceId));
  serve(app, startVoiceClone, async ({ body }, { principal }) => clones.start(principal, body));
  serve(app, uploadCloneRecording, async ({ params }, { principal, request }) =>
    clones.keep(principal, params.clone_id, { of: params.recording, bytes: bodyBytes(request) }),
  );
  serve(app, hearCloneRecording, async ({ params }, { principal, reply }) => {
    const wav = await clones.hear({ id: params.clone_id, workspaceId: principal.workspaceId }, params.recording);
    return reply.header("cache-control", "private, no-store").type("audio/wav").send(wav);
  });
  serve(app, makeVoiceClone, async ({ params }, { principal }) => clones.make(principal, params.clone_id));
  serve(app, removeVoiceClone, async ({ params }, { principal }) => clones.remove(principal, params.clone_id));
}
