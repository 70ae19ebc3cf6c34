/** One workspace or address floods; the drill measures what the others on the same server and network still get. */
import { readFileSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { addKnowledge, createWorkspace, listKnowledge, readKnowledgeFigures, Refused, type Client } from "@ongea/contract";
import { firstAccount } from "../../e2e/account.ts";
import { docxBomb, pdfBomb } from "../../server/src/knowledge/testing/documents.ts";
import type { Product } from "../whole/product.ts";
import { clientOf, pause, processesOf } from "./faults.ts";
import { secondsSince } from "./load.ts";
import type { Outcome } from "./table.ts";

const MOST_MORE_MB = 200;
const LONGEST_READING_MS = 35_000;
const NEIGHBOUR_WAITS_MS = 15_000;
const OPTIONS = { chunk_size: 1_000, overlap: 100, mode: "automatic", embedding: "builtin" } as const;

/** Files of a few kilobytes that inflate to gigabytes. */
export async function inflatingFiles(product: Product): Promise<Outcome> {
  const beganMs = performance.now();
  const idleMb = (await read(product, "small.txt", Buffer.from("All is well."))).largestMb;
  const ends: string[] = [];
  let isWell = true;
  for (const [name, bytes] of [["flate.pdf", await pdfBomb(1_024)] as const, ["paragraphs.docx", docxBomb(3e6)] as const]) {
    const { largestMb, ms, problem } = await read(product, name, bytes);
    ends.push(
      `${name} (${Math.ceil(bytes.length / 1_024)} kB) +${largestMb - idleMb} MB, ${Math.round(ms / 100) / 10} s, ${problem}`,
    );
    isWell &&= largestMb - idleMb <= MOST_MORE_MB && ms <= LONGEST_READING_MS && problem === "too-much-memory";
  }
  return {
    drill: "small files that inflate to gigabytes",
    done: ends.join("; "),
    lost: `reader idle ${idleMb} MB`,
    took: secondsSince(beganMs),
    isWell,
  };
}

/** Twelve addresses that never answer and six uploads that dribble, of one workspace; the other one adds a text and a file. */
export async function slowNeighbour(product: Product): Promise<Outcome> {
  const beganMs = performance.now();
  const slow = clientOf(product);
  const mute = createServer((socket) => void socket.on("error", () => undefined).resume());
  await new Promise<void>((resolve) => mute.listen(0, "127.0.0.1", resolve));
  const { port } = mute.address() as { port: number };
  const { client, cookie } = await elsewhere(product);
  for (let n = 0; n < 12; n++) {
    const url = `http://127.0.0.1:${port}/${n}`;
    await slow.call(addKnowledge, { body: { ...OPTIONS, type: "url", title: "Mute", url, pages: 1 } });
  }
  const uploads = Array.from({ length: 6 }, () => dribble(product));
  await pause(1_000);
  const askedMs = performance.now();
  await client.call(addKnowledge, { body: { ...OPTIONS, type: "text", title: "Note", content: "All is well." } });
  const status = await upload(product, "note.txt", Buffer.from("All is well."), { cookie });
  const waited = async (): Promise<boolean> => (await client.call(readKnowledgeFigures)).ready < 2;
  while (performance.now() - askedMs < 4 * NEIGHBOUR_WAITS_MS && (await waited())) await pause(200);
  const readyMs = performance.now() - askedMs;
  await pause(Math.max(0, 8_000 - (performance.now() - beganMs)));
  const cut = uploads.filter(({ heard }) => heard().includes("request.too_slow") || heard().includes("request.too_many")).length;
  for (const { socket } of uploads) socket.destroy();
  mute.close();
  return {
    drill: "12 mute addresses and 6 dribbling uploads of one workspace",
    done: `a text and a file of another: upload ${status}, ready after ${(readyMs / 1_000).toFixed(1)} s`,
    lost: `${cut} of 6 dribbling uploads refused`,
    took: secondsSince(beganMs),
    isWell: status === 200 && readyMs <= NEIGHBOUR_WAITS_MS && cut === 6,
  };
}

/** A program with a wrong key, and one with ever new ones, beside people with a session and programs with the right key. */
export async function wrongKeys(product: Product): Promise<Outcome> {
  const beganMs = performance.now();
  const { client } = await elsewhere(product);
  const statusOf = async (key: string): Promise<number> => {
    const answer = await fetch(`${product.url}/api/knowledge/figures`, { headers: { authorization: `Bearer ${key}` } });
    await answer.arrayBuffer();
    return answer.status;
  };
  const [wrong, right]: [number[], string[]] = [[], []];
  for (let wave = 0; wave < 20; wave++) {
    const flood = Array.from({ length: 100 }, (_, n) =>
      statusOf(n % 2 === 0 ? "ong_wrong" : `ong_${`${wave}w${n}`.padStart(43, "w")}`),
    );
    const known = [client, clientOf(product)].flatMap((one) =>
      Array.from({ length: 5 }, () => codeOf(one.call(readKnowledgeFigures))),
    );
    wrong.push(...(await Promise.all(flood)));
    right.push(...(await Promise.all(known)));
  }
  right.push(await codeOf(client.call(readKnowledgeFigures)), await codeOf(clientOf(product).call(readKnowledgeFigures)));
  const refused = right.filter((code) => code !== "answered").length;
  return {
    drill: "2,000 requests with wrong keys from an office",
    done: `answered ${[...new Set(wrong)].map((status) => `${status} ×${wrong.filter((one) => one === status).length}`).join(", ")}`,
    lost: `${refused} of ${right.length} requests with a session or the right key refused`,
    took: secondsSince(beganMs),
    isWell: refused === 0 && wrong.every((status) => status === 403 || status === 429),
  };
}

function codeOf(asking: Promise<unknown>): Promise<string> {
  return asking.then(
    () => "answered",
    (error: unknown) => (error instanceof Refused ? error.code : String(error)),
  );
}

/** The first account, in a workspace of its own. */
async function elsewhere(product: Product): Promise<{ client: Client; cookie: string }> {
  accounts.set(product, accounts.get(product) ?? firstAccount(product));
  const { client, cookie } = await accounts.get(product)!;
  await client.call(createWorkspace, { body: { name: "Next door" } });
  return { client, cookie };
}

const accounts = new WeakMap<Product, ReturnType<typeof firstAccount>>();

/** How much memory the process takes that reads it, and what becomes of it. */
async function read(product: Product, name: string, bytes: Buffer): Promise<{ largestMb: number; ms: number; problem: string }> {
  const client = clientOf(product);
  let largestKb = 0;
  const look = setInterval(() => {
    for (const pid of processesOf(product, /document-process/)) largestKb = Math.max(largestKb, largestKbOf(pid));
  }, 10);
  const beganMs = performance.now();
  await upload(product, name, bytes, { authorization: operator(product) });
  let end: string | undefined;
  while (end === undefined && performance.now() - beganMs < 3 * LONGEST_READING_MS) {
    await pause(50);
    const { data } = await client.call(listKnowledge, { query: { limit: 20, search: name } });
    const item = data[0];
    if (item && item.status !== "processing") end = item.problem ?? item.status;
  }
  clearInterval(look);
  return { largestMb: Math.round(largestKb / 1_024), ms: performance.now() - beganMs, problem: end ?? "not read in time" };
}

async function upload({ url }: Product, name: string, bytes: Buffer, credentials: Record<string, string>): Promise<number> {
  const query = new URLSearchParams({ title: name, file_name: name });
  const answer = await fetch(`${url}/api/knowledge/documents?${query.toString()}`, {
    method: "POST",
    headers: { ...credentials, "content-type": "application/octet-stream" },
    body: new Uint8Array(bytes),
  });
  await answer.arrayBuffer();
  return answer.status;
}

/** A file of a megabyte, a byte a second. */
function dribble(product: Product): { socket: Socket; heard(): string } {
  const { hostname, port } = new URL(product.url);
  const socket = connect(Number(port), hostname).on("error", () => undefined);
  const lines = [
    "POST /api/knowledge/documents?title=slow&file_name=slow.txt HTTP/1.1",
    `Host: ${hostname}:${port}`,
    `Authorization: ${operator(product)}`,
    "Content-Type: application/octet-stream",
    "Content-Length: 1000000",
  ];
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  const drops = setInterval(() => socket.write("x"), 1_000);
  let heard = "";
  socket.setEncoding("utf8").on("data", (text: string) => (heard += text));
  socket.on("close", () => clearInterval(drops));
  return { socket, heard: () => heard };
}

function operator({ dataDir }: Product): string {
  return `Bearer ${readFileSync(join(dataDir, "operator-token"), "utf8").trim()}`;
}

function largestKbOf(pid: number): number {
  try {
    return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0);
  } catch {
    // Ended meanwhile.
    return 0;
  }
}
