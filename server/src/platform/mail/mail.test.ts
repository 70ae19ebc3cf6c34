import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer, type AddressInfo, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { createMail } from "./mail.ts";

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const letter = { to: "asha@example.com", subject: "Karibu", text: "Habari\n" };
const from = "Ongea <ongea@example.com>";
const dataDir = mkdtempSync(join(tmpdir(), "ongea-mail-"));
let server: Server | undefined;

afterEach(async () => {
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
  server = undefined;
  rmSync(dataDir, { recursive: true, force: true });
});

/** The receiving side of SMTP (RFC 5321), as far as one letter needs it. */
async function receiver(recipient: "250 OK" | "550 No such person"): Promise<{ url: string; taken: string[] }> {
  const taken: string[] = [];
  server = createServer((socket) => {
    let body: string | undefined;
    let rest = "";
    const say = (line: string): void => void socket.write(`${line}\r\n`);
    say("220 post.example");
    socket.setEncoding("utf8").on("data", (text: string) => {
      const lines = (rest + text).split("\r\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        if (body !== undefined) {
          if (line === ".") {
            taken.push(body);
            body = undefined;
            say("250 OK");
          } else body += `${line}\n`;
        } else if (line === "DATA") {
          body = "";
          say("354 Go on");
        } else if (line === "QUIT") socket.end("221 Bye\r\n");
        else say(line.startsWith("RCPT") ? recipient : "250 OK");
      }
    });
  });
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, taken };
}

test("a letter is handed to the SMTP server", async () => {
  const { url, taken } = await receiver("250 OK");
  await createMail({ smtpUrl: url, from, dataDir, log: silent }).send({ ...letter, replyTo: "juma@example.com" });
  expect(taken).toHaveLength(1);
  for (const part of ["To: asha@example.com", "Reply-To: juma@example.com", "Subject: Karibu", "Habari"])
    expect(taken[0]).toContain(part);
});

test("a letter that nobody takes is an error", async () => {
  const { url } = await receiver("550 No such person");
  await expect(createMail({ smtpUrl: url, from, dataDir, log: silent }).send(letter)).rejects.toThrow("550");
});

test("without a server letters are written where a developer finds them, and only the owner can read them", async () => {
  const mail = createMail({ smtpUrl: undefined, from, dataDir, log: silent });
  await mail.send(letter);
  await mail.send({ ...letter, to: "x@example.com\r\nBcc: everyone@example.com" });
  const [first = "", second = ""] = readdirSync(join(dataDir, "mail")).toSorted();
  expect(readFileSync(join(dataDir, "mail", first), "utf8")).toContain("Habari");
  expect(readFileSync(join(dataDir, "mail", second), "utf8")).not.toMatch(/^Bcc:/m);
});
