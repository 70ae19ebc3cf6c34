/** The receiving side of SMTP (RFC 5321), as far as e-mails of ours need it, with the faults that real ones have. */
import { createServer, type AddressInfo, type Socket } from "node:net";

/**
 * What it does with the next e-mail; `taken-silent`: it has it, and the connection goes before it says so; `stops-within`: it says no more once it has
 * begun to read it. */
export type SmtpMood = "take" | "busy" | "unknown-person" | "taken-silent" | "hang-up" | "says-nothing" | "stops-within";

export interface SmtpPeer {
  readonly url: string;
  /** Whole e-mails with their headers, in the order in which they came. */
  readonly taken: string[];
  /** For the next ones, one each; afterwards it takes them. */
  moods: SmtpMood[];
  close(): Promise<void>;
}

const RECIPIENT: Readonly<Partial<Record<SmtpMood, string>>> = {
  busy: "451 Try again later",
  "unknown-person": "550 No such person",
};

export async function openSmtpPeer(): Promise<SmtpPeer> {
  const taken: string[] = [];
  const moods: SmtpMood[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
    const mood = moods.shift() ?? "take";
    if (mood === "hang-up") return void socket.destroy();
    if (mood === "says-nothing") return;
    let body: string | undefined;
    let rest = "";
    const say = (line: string): void => void socket.write(`${line}\r\n`);
    const hear = (line: string): void => {
      if (body !== undefined && line !== ".") body += `${line}\n`;
      else if (body !== undefined) {
        if (mood === "stops-within") return;
        taken.push(body);
        body = undefined;
        if (mood === "taken-silent") socket.destroy();
        else say("250 OK");
      } else if (line === "DATA") {
        body = "";
        say("354 Go on");
      } else if (line === "QUIT") socket.end("221 Bye\r\n");
      else say((line.startsWith("RCPT") && RECIPIENT[mood]) || "250 OK");
    };
    socket.setEncoding("utf8").on("data", (text: string) => {
      const lines = (rest + text).split("\r\n");
      rest = lines.pop() ?? "";
      lines.forEach(hear);
    });
    say("220 post.example");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  const { port } = server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    moods,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** A text of an e-mail as its reader sees it: quoted-printable and encoded headers are undone. */
export function readable(mail: string): string {
  // An address in the head may look quoted: "?token=4F…".
  const end = /\r?\n\r?\n/.exec(mail)?.index ?? mail.length;
  const head = mail
    .slice(0, end)
    .replace(/=\?UTF-8\?(Q|B)\?([^?]*)\?=\s*/gi, (_, how: string, text: string) =>
      how.toUpperCase() === "B" ? Buffer.from(text, "base64").toString() : unquoted(text.replaceAll("_", " ")),
    );
  return head + unquoted(mail.slice(end).replace(/=\n/g, ""));
}

function unquoted(text: string): string {
  return text.replace(/(?:=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll("=", ""), "hex").toString());
}
