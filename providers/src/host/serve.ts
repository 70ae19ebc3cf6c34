import { chmodSync, rmSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { ProviderFailure, type Problem } from "@ongea/conversation";
import { encodeFrame, FrameReader, type Frame } from "./frames.ts";
import type { SpeechEngine, Work } from "./speech-engine.ts";

/** A client may have this many pieces of work at once (a media worker has up to three a call). */
const MAX_STREAMS_PER_CLIENT = 4_000;
/** A client that reads too slowly is cut off rather than kept in memory. */
const MAX_UNREAD_BYTES = 32 * 1024 * 1024;

export interface Serving {
  close(): Promise<void>;
}

/** Listens on a unix socket and gives each client's work to the named services. The socket is readable by its owner alone. */
export async function serveSpeech(socketPath: string, services: Readonly<Record<string, SpeechEngine>>): Promise<Serving> {
  rmSync(socketPath, { force: true });
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    serveClient(socket, services);
  });
  await listening(server, socketPath);
  chmodSync(socketPath, 0o600);
  return {
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((done) => server.close(() => done()));
      await Promise.all(Object.values(services).map((service) => service.close()));
    },
  };
}

function listening(server: Server, socketPath: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(socketPath, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

function serveClient(socket: Socket, services: Readonly<Record<string, SpeechEngine>>): void {
  const work = new Map<number, Work>();
  const reader = new FrameReader();
  const send = (frame: Buffer): void => {
    if (socket.destroyed) return;
    if (socket.writableLength > MAX_UNREAD_BYTES) socket.destroy();
    else socket.write(frame);
  };
  const finish = (stream: number, problem?: Problem): void => {
    const ended = work.get(stream);
    if (!ended) return;
    work.delete(stream);
    send(encodeFrame({ stream, op: "end", ...problem }));
    ended.close();
  };
  const open = (stream: number, name: string, options: unknown): void => {
    const service = Object.hasOwn(services, name) ? services[name] : undefined;
    const refusal = refusalOf(service, work, stream);
    if (refusal || !service) return send(encodeFrame({ stream, op: "end", code: "refused", message: refusal ?? "" }));
    work.set(stream, PENDING);
    const outlet = {
      tell: (say: unknown, body?: Uint8Array) => {
        if (work.has(stream)) send(encodeFrame({ stream, op: "tell", say }, body));
      },
      end: (problem?: Problem) => finish(stream, problem),
    };
    try {
      const opened = service.open(options, outlet);
      if (work.has(stream)) work.set(stream, opened);
      else opened.close();
    } catch (error) {
      finish(stream, problemOf(error));
    }
  };
  const take = ({ header, body }: Frame): void => {
    if (header.op === "open") return open(header.stream, header.service, header.options);
    const found = work.get(header.stream);
    if (!found) return;
    if (header.op === "tell")
      return attempt(
        () => found.told(header.say, body),
        (problem) => finish(header.stream, problem),
      );
    work.delete(header.stream);
    found.close();
  };
  socket.on("data", (chunk: Buffer) => {
    try {
      for (const frame of reader.push(chunk)) take(frame);
    } catch {
      socket.destroy();
    }
  });
  socket.on("error", () => socket.destroy());
  socket.on("close", () => {
    for (const [stream, left] of work) {
      work.delete(stream);
      left.close();
    }
  });
}

const PENDING: Work = { told() {}, close() {} };

function refusalOf(service: SpeechEngine | undefined, work: ReadonlyMap<number, Work>, stream: number): string | undefined {
  if (!service) return "this speech host does not do that";
  if (work.has(stream)) return "this stream is in use";
  if (work.size >= MAX_STREAMS_PER_CLIENT) return "too much at once";
  return undefined;
}

function attempt(act: () => void, failed: (problem: Problem) => void): void {
  try {
    act();
  } catch (error) {
    failed(problemOf(error));
  }
}

/** What a client may know of an error. */
export function problemOf(error: unknown): Problem {
  if (error instanceof ProviderFailure) return { code: error.code, message: error.message };
  return { code: "unavailable", message: error instanceof Error ? error.message.slice(0, 300) : "the speech host failed" };
}
