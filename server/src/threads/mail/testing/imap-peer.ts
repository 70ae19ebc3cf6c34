/** As much of an IMAP server (RFC 9051) as one reading client needs, which does one thing wrong when it is told to. */
import { createServer, type AddressInfo, type Socket } from "node:net";

export type ImapMood = "well" | "silent" | "wrong login" | "no folder" | "breaks off in a mail" | "silent in a mail" | "nonsense";

export interface ImapPeer {
  port: number;
  mood: ImapMood;
  validity: number;
  /** By UID, in order. */
  readonly mails: Map<number, Buffer>;
  /** How often each mail was handed over. */
  readonly read: Map<number, number>;
  connections: number;
  close(): Promise<void>;
}

export async function startImapPeer(): Promise<ImapPeer> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket.on("error", () => undefined).on("close", () => open.delete(socket)));
    peer.connections += 1;
    serve(socket, peer);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  const { port } = server.address() as AddressInfo;
  const peer: ImapPeer = {
    port,
    mood: "well",
    validity: 1,
    mails: new Map(),
    read: new Map(),
    connections: 0,
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return peer;
}

function serve(socket: Socket, peer: ImapPeer): void {
  const { mood } = peer;
  if (mood === "silent") return;
  if (mood === "nonsense") return void socket.end("HTTP/1.1 400 Bad Request\r\n\r\n");
  const say = (line: string): void => void socket.write(`${line}\r\n`);
  say("* OK [CAPABILITY IMAP4rev1] ready");
  let rest = "";
  socket.setEncoding("latin1").on("data", (text: string) => {
    const lines = (rest + text).split("\r\n");
    rest = lines.pop() ?? "";
    for (const line of lines) answer(line, { socket, peer, say });
  });
}

interface Serving {
  socket: Socket;
  peer: ImapPeer;
  say(line: string): void;
}

function answer(line: string, { socket, peer, say }: Serving): void {
  const [tag = "", verb = "", ...words] = line.split(" ");
  const { mood, mails } = peer;
  const last = Math.max(0, ...mails.keys());
  const command = verb.toUpperCase() === "UID" ? `UID ${words.shift()?.toUpperCase()}` : verb.toUpperCase();
  if (command === "LOGIN" && mood === "wrong login") return say(`${tag} NO [AUTHENTICATIONFAILED] Wrong`);
  if (command === "EXAMINE" || command === "SELECT") {
    if (mood === "no folder") return say(`${tag} NO [NONEXISTENT] No such mailbox`);
    for (const one of [`${mails.size} EXISTS`, `OK [UIDVALIDITY ${peer.validity}] x`, `OK [UIDNEXT ${last + 1}] x`])
      say(`* ${one}`);
    return say(`${tag} OK [READ-ONLY] Done`);
  }
  if (command === "LIST") say(`* LIST (\\HasNoChildren) "/" ${words.at(-1) === '""' ? '""' : "INBOX"}`);
  if (command === "CAPABILITY") say("* CAPABILITY IMAP4rev1");
  if (command === "LOGOUT") return void socket.end(`* BYE Bye\r\n${tag} OK Done\r\n`);
  if (command === "UID SEARCH")
    say(`* SEARCH ${[...mails.keys()].filter((uid) => isWanted(uid, words.join(" "), last)).join(" ")}`);
  if (command === "UID FETCH" && !handOver(Number(words[0]), line, { socket, peer, say })) return;
  say(`${tag} OK Done`);
}

function isWanted(uid: number, query: string, last: number): boolean {
  const from = /UID (\d+):\*/.exec(query)?.[1];
  return from === undefined || uid >= Math.min(Number(from), last);
}

/** False: it goes no further. */
function handOver(uid: number, line: string, { socket, peer, say }: Serving): boolean {
  const mail = peer.mails.get(uid);
  if (!mail) return true;
  const place = [...peer.mails.keys()].indexOf(uid) + 1;
  if (!line.includes("BODY")) say(`* ${place} FETCH (UID ${uid} RFC822.SIZE ${mail.length})`);
  else {
    const most = Number(/<0\.(\d+)>/.exec(line)?.[1] ?? mail.length);
    const part = mail.subarray(0, most);
    socket.write(`* ${place} FETCH (UID ${uid} BODY[]<0> {${part.length}}\r\n`);
    if (peer.mood === "breaks off in a mail" || peer.mood === "silent in a mail") {
      socket.write(part.subarray(0, part.length / 2));
      if (peer.mood === "breaks off in a mail") socket.destroy();
      return false;
    }
    peer.read.set(uid, (peer.read.get(uid) ?? 0) + 1);
    socket.write(part);
    say(")");
  }
  return true;
}
