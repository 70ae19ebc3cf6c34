/** An account at ElevenLabs or Cartesia: it makes voices after recordings, lists and deletes them, and speaks with them. */
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { startVoiceServer, type VoiceServer } from "./voice-server.ts";

/** How it answers who wants a voice made. `keeps-silent` and `hangs-up`: the voice is made, and nobody is told. */
export type CloneBehaviour =
  | "answers"
  | "slowly"
  | "refuses"
  | "quota"
  | "limited"
  | "fails"
  | "not-json"
  | "no-id"
  | "endless"
  | "keeps-silent"
  | "hangs-up";

export interface ClonedVoice {
  id: string;
  name: string;
  description: string;
  language: string | undefined;
  /** Bytes of the recording that came. */
  sampleBytes: number;
}

export interface CloneServer extends VoiceServer {
  /** Of this account, the newest last. */
  readonly voices: ClonedVoice[];
  /** Method and path of every question. */
  readonly asked: string[];
  cloning: CloneBehaviour;
  /** Lists are refused with this status; absent: they are given. */
  listStatus: number | undefined;
  /** Deleting is refused with this status; absent: it is done. */
  removeStatus: number | undefined;
}

const PAGE = 2;

export async function startCloneServer(vendor: "elevenlabs" | "cartesia", key: string): Promise<CloneServer> {
  const server: CloneServer = Object.assign(await startVoiceServer(vendor), {
    voices: [] as ClonedVoice[],
    asked: [] as string[],
    cloning: "answers" as CloneBehaviour,
    listStatus: undefined,
    removeStatus: undefined,
  });
  server.answer = (request, response) => {
    const url = new URL(request.url ?? "/", "http://peer");
    server.asked.push(`${request.method} ${url.pathname}`);
    if ((request.headers["xi-api-key"] ?? request.headers["x-api-key"]) !== key)
      return json(response, 401, { detail: { status: "invalid_api_key", message: `Invalid API key ${key.slice(0, 6)}` } });
    void route(server, vendor, { request, response, url });
  };
  return server;
}

interface Asked {
  request: IncomingMessage;
  response: ServerResponse;
  url: URL;
}

async function route(server: CloneServer, vendor: "elevenlabs" | "cartesia", { request, response, url }: Asked): Promise<void> {
  const { pathname } = url;
  const own = vendor === "elevenlabs" ? "/v1/voices/" : "/voices/";
  if (request.method === "POST" && pathname === (vendor === "elevenlabs" ? "/v1/voices/add" : "/voices/clone"))
    return make(server, vendor, request, response);
  if (request.method === "DELETE" && pathname.startsWith(own))
    return remove(server, vendor, pathname.slice(own.length), response);
  if (pathname === "/v1/user") return json(response, 200, { first_name: "Amina", subscription: { tier: "creator" } });
  if (pathname === "/v2/voices" || pathname === "/voices") return list(server, vendor, url, response);
  return json(response, 404, { detail: "Not Found" });
}

async function make(
  server: CloneServer,
  vendor: "elevenlabs" | "cartesia",
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { cloning } = server;
  if (cloning === "refuses")
    return json(response, 400, { detail: { status: "voice_sample_too_short", message: "The sample is not good enough." } });
  if (cloning === "quota")
    return json(response, 402, { detail: { status: "voice_limit_reached", message: "You have reached your voice limit." } });
  if (cloning === "limited") return json(response, 429, { detail: { status: "too_many_concurrent_requests" } });
  if (cloning === "fails") return json(response, 503, { detail: "Try later" });
  if (cloning === "not-json") return void response.writeHead(200).end("<html>A proxy's page</html>");
  if (cloning === "no-id") return json(response, 200, { voice_id: "", id: 7 });
  if (cloning === "endless") return endless(response);
  const type = request.headers["content-type"] ?? "";
  const form = await new Response(Buffer.concat(chunks), { headers: { "content-type": type } }).formData();
  const file = form.get(vendor === "elevenlabs" ? "files" : "clip");
  const text = (name: string): string | undefined => {
    const value = form.get(name);
    return typeof value === "string" ? value : undefined;
  };
  if (!(file instanceof File) || !text("name") || (vendor === "cartesia" && !text("language")))
    return json(response, 422, { detail: [{ loc: ["body"], msg: "Field required" }] });
  const voice = {
    id: randomUUID(),
    name: text("name") ?? "",
    description: text("description") ?? "",
    language: text("language"),
    sampleBytes: file.size,
  };
  if (cloning === "slowly") await new Promise((resolve) => setTimeout(resolve, 300));
  server.voices.push(voice);
  if (cloning === "keeps-silent") return;
  if (cloning === "hangs-up") return void response.socket?.destroy();
  if (vendor === "elevenlabs") return json(response, 200, { voice_id: voice.id, requires_verification: false });
  return json(response, 200, { id: voice.id, is_public: false, name: voice.name, language: voice.language });
}

function list(server: CloneServer, vendor: "elevenlabs" | "cartesia", { searchParams }: URL, response: ServerResponse): void {
  if (server.listStatus !== undefined) return json(response, server.listStatus, { detail: "no" });
  const after = searchParams.get(vendor === "elevenlabs" ? "next_page_token" : "starting_after");
  const from = after === null ? 0 : server.voices.findIndex(({ id }) => id === after) + 1;
  const page = server.voices.slice(from, from + PAGE);
  const more = from + PAGE < server.voices.length;
  if (vendor === "cartesia")
    return json(response, 200, {
      data: page.map(({ id, name, description, language }) => ({ id, name, description, language })),
      has_more: more,
    });
  return json(response, 200, {
    voices: page.map(({ id, name, description }) => ({ voice_id: id, name, description, labels: {} })),
    has_more: more,
    next_page_token: more ? page.at(-1)?.id : null,
  });
}

function remove(server: CloneServer, vendor: "elevenlabs" | "cartesia", id: string, response: ServerResponse): void {
  if (server.removeStatus !== undefined) return json(response, server.removeStatus, { detail: "not now" });
  const at = server.voices.findIndex((one) => one.id === decodeURIComponent(id));
  if (at >= 0) server.voices.splice(at, 1);
  if (vendor === "cartesia") return void response.writeHead(at >= 0 ? 204 : 404).end();
  if (at >= 0) return json(response, 200, { status: "ok" });
  return json(response, 400, { detail: { status: "voice_does_not_exist", message: "A voice for the voice_id was not found." } });
}

function endless(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "application/json" });
  const more = (): void => {
    while (!response.destroyed && response.write(" ".repeat(65_536)));
    if (!response.destroyed) response.once("drain", more);
  };
  more();
}

function json(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
}
