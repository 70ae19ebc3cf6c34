/**
 * A process that plays every provider: an OpenAI-compatible recogniser, language model and voice, each answering after a set delay. Prints its
 * port, and ends with its standard input.
 *
 *     tsx bench/whole/compatible-hosts.ts '{"sttMs":100,"llmMs":0,"ttsMs":0}'
 */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Delays {
  sttMs: number;
  llmMs: number;
  ttsMs: number;
}

const delays = JSON.parse(process.argv[2] ?? "{}") as Delays;
const HEARD = JSON.stringify({ text: "When are you open on Saturday?" });
const ANSWER = "We are open on Saturday from nine to one.";
const RATE_HZ = 24_000;
const ANSWER_SECONDS = 1.5;
const VOICE = Buffer.from(
  Int16Array.from({ length: RATE_HZ * ANSWER_SECONDS }, (_, i) => 8_000 * Math.sin((2 * Math.PI * 440 * i) / RATE_HZ)).buffer,
);

const server = createServer((request, response) => {
  request.resume();
  request.on("end", () => {
    const path = request.url ?? "";
    if (path.endsWith("/transcriptions")) return later(delays.sttMs, () => send(response, "application/json", HEARD));
    if (path.endsWith("/completions")) return later(delays.llmMs, () => send(response, "text/event-stream", streamed(ANSWER)));
    if (path.endsWith("/speech")) return later(delays.ttsMs, () => send(response, "audio/pcm", VOICE));
    response.writeHead(404).end();
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port));
process.stdin.resume().on("end", () => process.exit(0));

function later(ms: number, act: () => void): void {
  if (ms > 0) setTimeout(act, ms);
  else act();
}

function send(response: ServerResponse, type: string, body: string | Buffer): void {
  response.writeHead(200, { "content-type": type }).end(body);
}

function streamed(text: string): string {
  const chunk = (delta: object, finish: string | null): string =>
    `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
  return `${text
    .split(/(?<= )/)
    .map((word) => chunk({ content: word }, null))
    .join("")}${chunk({}, "stop")}data: [DONE]\n\n`;
}
