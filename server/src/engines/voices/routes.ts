import { createReadStream, statSync } from "node:fs";
import {
  addVoice,
  generateSpeech,
  hearEffect,
  keepEffect,
  listMyVoices,
  listVoices,
  listVoiceSamples,
  makeVoiceSample,
  previewVoice,
  readVoiceFigures,
  readVoiceSample,
  removeVoice,
  removeVoiceSample,
  type LibraryVoice,
  type Voice,
} from "@ongea/contract";
import { wavOf } from "@ongea/conversation";
import type { Audit } from "../../accounts/index.ts";
import { whileHere } from "../../platform/http/gone.ts";
import type { Http } from "../../platform/http/http.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { serve } from "../../platform/http/serve.ts";
import type { Lab } from "./lab.ts";
import type { Library } from "./library.ts";

export interface VoiceRoutesParts {
  library: Library;
  lab: Lab;
  audit: Audit;
}

export function voiceRoutes(app: Http, parts: VoiceRoutesParts): void {
  libraryRoutes(app, parts);
  sampleRoutes(app, parts.lab);
  wireRoutes(app, parts);
}

function libraryRoutes(app: Http, { library, lab, audit }: VoiceRoutesParts): void {
  serve(app, readVoiceFigures, async (_, { principal: { workspaceId } }) => {
    const [known, spoken] = await Promise.all([library.figures(workspaceId), lab.figures(workspaceId)]);
    return { ...known, ...spoken };
  });
  serve(app, listVoices, async (_, { principal }) => ({ data: await library.all(principal.workspaceId) }));
  serve(app, addVoice, async ({ params }, { principal }) =>
    audit.act(principal, async (write) => {
      const voice = await library.add(principal.workspaceId, params.voice_id);
      await write({ act: "voice.added", subject: voice.name });
      return voice;
    }),
  );
  serve(app, removeVoice, async ({ params }, { principal }) =>
    audit.act(principal, async (write) => {
      const voice = await library.remove(principal.workspaceId, params.voice_id);
      await write({ act: "voice.removed", subject: voice.name });
      return voice;
    }),
  );
  serve(app, previewVoice, async ({ params }, { principal, reply }) => {
    const wav = await lab.preview(principal.workspaceId, params.voice_id);
    return reply.header("cache-control", "private, max-age=86400").type("audio/wav").send(wav);
  });
}

function sampleRoutes(app: Http, lab: Lab): void {
  serve(app, listVoiceSamples, async ({ query }, { principal }) => lab.samples(principal.workspaceId, query));
  serve(app, makeVoiceSample, async ({ body }, { principal, reply }) => lab.make(principal.workspaceId, body, whileHere(reply)));
  serve(app, readVoiceSample, async ({ params }, { principal, reply }) => {
    const path = await lab.sampleFile({ id: params.sample_id, workspaceId: principal.workspaceId }, whileHere(reply));
    void reply.headers({ "cache-control": "private, no-cache", "content-length": statSync(path).size });
    return reply.type("audio/wav").send(createReadStream(path));
  });
  serve(app, hearEffect, async ({ params }, { principal, reply }) => {
    const key = { id: params.sample_id, workspaceId: principal.workspaceId };
    const { samples, sampleRateHz } = await lab.heardThrough(key, params.effect, whileHere(reply));
    return reply
      .header("cache-control", "private, no-cache")
      .type("audio/wav")
      .send(Buffer.from(wavOf(samples, sampleRateHz)));
  });
  serve(app, keepEffect, async ({ params }, { principal, reply }) => {
    const key = { id: params.sample_id, workspaceId: principal.workspaceId };
    return lab.keepEffect(key, params.effect, whileHere(reply));
  });
  serve(app, removeVoiceSample, async ({ params }, { principal }) => {
    await lab.removeSample({ id: params.sample_id, workspaceId: principal.workspaceId });
    return { success: true as const };
  });
}

function wireRoutes(app: Http, { library, lab }: VoiceRoutesParts): void {
  serve(app, listMyVoices, async ({ query }, { principal }) => {
    const data = (await library.all(principal.workspaceId)).map(onWire);
    return query.format === "array" ? data : { data, state: "success" as const };
  });
  serve(app, generateSpeech, async ({ body: { text, provider, provider_config: config } }, { principal, reply }) => {
    const { workspaceId } = principal;
    const { speed, pitch, stability, language } = config;
    const voice = namedOn(await library.all(workspaceId), provider, [config.voice_id, config.voice]);
    const order = { workspaceId, voice, text, language, speed, pitch, stability };
    const { samples, sampleRateHz } = await lab.speak(order, whileHere(reply));
    return { data: Buffer.from(wavOf(samples, sampleRateHz)).toString("base64"), state: "success" as const };
  });
}

function onWire({ id, voice_id, provider, name, model, accent, language, gender }: LibraryVoice): Voice {
  return { id, voice_id, provider, name, model, accent, language, gender };
}

/** By id or name, whatever the case; one that is named in no way is the first. */
function namedOn(
  voices: readonly LibraryVoice[],
  provider: string | undefined,
  names: readonly (string | undefined)[],
): LibraryVoice {
  const wanted = names.filter((name) => name !== undefined).map((name) => name.toLowerCase());
  const theirs = voices.filter((one) => provider === undefined || one.provider === provider.toLowerCase());
  const isWanted = ({ id, voice_id, name }: LibraryVoice): boolean =>
    wanted.some((one) => [id, voice_id.toLowerCase(), name.toLowerCase()].includes(one));
  const found = wanted.length === 0 ? theirs[0] : theirs.find(isWanted);
  if (!found) throw refuse("voice.not_found");
  return found;
}
