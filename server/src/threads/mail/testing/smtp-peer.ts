/** The receiving side of SMTP (RFC 5321) with a login (RFC 4954), which does one thing wrong when it is told to. */
import { createServer, type AddressInfo, type Socket } from "node:net";

export type SmtpMood =
  | "well"
  | "silent"
  | "too busy"
  | "wrong login"
  | "bad sender"
  | "no such person"
  | "not now"
  | "refuses content"
  | "silent after content"
  | "breaks off after content"
  | "breaks off before content"
  | "nonsense";

export interface SmtpPeer {
  port: number;
  mood: SmtpMood;
  /** What it has taken, whole, whatever it said then. */
  readonly taken: string[];
  close(): Promise<void>;
}

const ANSWERS: Partial<Record<SmtpMood, Readonly<Record<string, string>>>> = {
  "wrong login": { AUTH: "535 5.7.8 Authentication failed" },
  "bad sender": { MAIL: "553 5.7.1 Sender address rejected: not owned by user" },
  "no such person": { RCPT: "550 5.1.1 User unknown" },
  "not now": { RCPT: "451 4.7.1 Greylisted, try again later" },
  "refuses content": { ".": "554 5.7.1 Message rejected as spam" },
};

export async function startSmtpPeer(): Promise<SmtpPeer> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket.on("error", () => undefined).on("close", () => open.delete(socket)));
    serve(socket, peer);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  const { port } = server.address() as AddressInfo;
  const peer: SmtpPeer = {
    port,
    mood: "well",
    taken: [],
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return peer;
}

function serve(socket: Socket, peer: SmtpPeer): void {
  const { mood } = peer;
  const say = (line: string): void => void socket.write(`${line}\r\n`);
  if (mood === "silent") return;
  if (mood === "nonsense") return say("<html>Hello</html>");
  if (mood === "too busy") return void socket.end("421 4.3.2 Too busy\r\n");
  say("220 mail.example ESMTP");
  let letter: string[] | undefined;
  let rest = "";
  const content = (line: string): void => {
    if (line !== ".") return void letter?.push(line);
    peer.taken.push(letter?.join("\n") ?? "");
    letter = undefined;
    if (mood === "breaks off after content") return void socket.destroy();
    if (mood !== "silent after content") say(ANSWERS[mood]?.["."] ?? "250 2.0.0 Taken");
  };
  const command = (line: string): void => {
    const verb = line.slice(0, 4).toUpperCase();
    const wrong = ANSWERS[mood]?.[verb];
    if (verb === "EHLO") return void socket.write("250-mail.example\r\n250 AUTH PLAIN LOGIN\r\n");
    if (wrong !== undefined) return say(wrong);
    if (verb === "STAR") return say("502 5.5.1 Not here");
    if (verb === "AUTH") return say("235 2.7.0 Welcome");
    if (verb === "QUIT") return void socket.end("221 Bye\r\n");
    if (verb === "DATA" && mood === "breaks off before content") return void socket.destroy();
    if (verb === "DATA") letter = [];
    say(verb === "DATA" ? "354 Go on" : "250 OK");
  };
  socket.setEncoding("utf8").on("data", (text: string) => {
    const lines = (rest + text).split("\r\n");
    rest = lines.pop() ?? "";
    for (const line of lines) (letter ? content : command)(line);
  });
}
