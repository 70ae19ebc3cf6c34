/** What the server's program still holds when everything that nobody needs has been collected: its heap, and those of its threads. */
import WebSocket from "ws";
import type { Product } from "./product.ts";

const OPENED = /Debugger listening on (ws:\S+)/;
const OPEN_MS = 10_000;
const ANSWER_MS = 20_000;
const LOOK_EVERY_MS = 50;
/** What one collection frees by finalisers, the next one takes. */
const COLLECTIONS = 3;
const MEGABYTE = 1_048_576;

interface Message {
  id?: number;
  method?: string;
  params?: { sessionId?: string; message?: string };
  result?: { usedSize?: number; backingStorageSize?: number };
}

type Ask = (method: string, params?: object) => Promise<Message>;

/** MB of all its threads together, buffers outside of the heaps included where the runtime tells them. Asks through Node's inspector. */
export async function heapAfterGcMb(product: Pick<Product, "pid" | "output">): Promise<number> {
  const socket = new WebSocket(await addressOf(product));
  await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
  const threads: string[] = [];
  const waiting = new Map<string, (message: Message) => void>();
  const hear = (message: Message, thread: string): void => {
    if (message.id !== undefined) waiting.get(`${thread}/${message.id}`)?.(message);
    else if (message.method === "NodeWorker.attachedToWorker") threads.push(message.params?.sessionId ?? "");
    else if (message.method === "NodeWorker.receivedMessageFromWorker")
      hear(JSON.parse(message.params?.message ?? "{}") as Message, message.params?.sessionId ?? "");
  };
  socket.on("message", (data: Buffer) => hear(JSON.parse(data.toString("utf8")) as Message, ""));
  let last = 0;
  const askOf =
    (thread: string): Ask =>
    (method, params = {}) =>
      new Promise((resolve, reject) => {
        const id = ++last;
        const late = setTimeout(() => reject(new Error(`The inspector did not answer ${method}`)), ANSWER_MS);
        waiting.set(`${thread}/${id}`, (message) => (clearTimeout(late), resolve(message)));
        const text = JSON.stringify({ id, method, params });
        const wrapped = { id: ++last, method: "NodeWorker.sendMessageToWorker", params: { sessionId: thread, message: text } };
        socket.send(thread === "" ? text : JSON.stringify(wrapped));
      });
  await askOf("")("NodeWorker.enable", { waitForDebuggerOnStart: false });
  let bytes = 0;
  for (const thread of ["", ...threads]) bytes += await held(askOf(thread));
  socket.close();
  return Math.round(bytes / MEGABYTE);
}

async function held(ask: Ask): Promise<number> {
  await ask("HeapProfiler.enable");
  for (let n = 0; n < COLLECTIONS; n++) await ask("HeapProfiler.collectGarbage");
  const { result } = await ask("Runtime.getHeapUsage");
  return (result?.usedSize ?? 0) + (result?.backingStorageSize ?? 0);
}

/** The inspector is opened by a signal, once. */
async function addressOf({ pid, output }: Pick<Product, "pid" | "output">): Promise<string> {
  for (let waitedMs = 0; waitedMs < OPEN_MS; waitedMs += LOOK_EVERY_MS) {
    const address = OPENED.exec(output())?.[1];
    if (address !== undefined) return address;
    if (waitedMs === 0) process.kill(pid, "SIGUSR1");
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  throw new Error("The inspector was not opened");
}
