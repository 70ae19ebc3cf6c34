import { expect, test } from "vitest";
import { readMail } from "./read-mail.ts";

const OWN = "front@clinic.example";
const HEAD = [
  "From: Amina Otieno <Amina@People.example>",
  `To: ${OWN}`,
  "Subject: Opening hours",
  "Message-ID: <a1@people.example>",
];
const mail = (lines: readonly string[], body = "When are you open?", head: readonly string[] = HEAD) =>
  Buffer.from([...head, ...lines, "", body].join("\r\n"));
const read = (source: Buffer, isCut = false) => readMail({ source, isCut }, OWN);

test("a person's mail is words with what an answer refers to; of the same mail the name is the same", async () => {
  const one = await read(mail([]));
  expect(one).toMatchObject({
    kind: "message",
    from: "amina@people.example",
    to: OWN,
    name: "Amina Otieno",
    text: "Opening hours\n\nWhen are you open?",
    mail: { id: "<a1@people.example>", subject: "Opening hours", references: [] },
  });
  expect(await read(mail(["Received: from another server"]))).toEqual(one);
  expect(await read(mail([], "Another question with the same Message-ID"))).not.toMatchObject({
    ref: one && "ref" in one && one.ref,
  });
});

test("an answer shows its own words and keeps all of them beside", async () => {
  const body = "Ten is fine.\r\n\r\nOn Monday, Front desk <front@clinic.example> wrote:\r\n> Which hour?";
  const lines = ["In-Reply-To: <x@clinic.example>", "References: <a@clinic.example> <x@clinic.example>"];
  expect(await read(mail(lines, body))).toMatchObject({
    text: "Ten is fine.",
    mail: { references: ["<a@clinic.example>", "<x@clinic.example>"], whole: expect.stringContaining("> Which hour?") },
  });
});

test.each([
  ["a list", "List-Id: <news.example>"],
  ["bulk mail", "Precedence: bulk"],
  ["a newsletter", "List-Unsubscribe: <https://news.example/u>"],
])("%s is nothing for an agent", async (_, line) => {
  expect(await read(mail([line]))).toBeUndefined();
});

test.each([
  ["an absence", "Auto-Submitted: auto-replied"],
  ["an older absence", "X-Autoreply: yes"],
  ["an empty return path", "Return-Path: <>"],
])("%s is of a machine", async (_, line) => {
  expect(await read(mail([line]))).toMatchObject({ isAutomatic: true });
});

test("our own mail, mail without an address and an empty one are nothing", async () => {
  for (const source of [
    mail([], "x", [`From: ${OWN}`]),
    mail([], "x", ["Subject: x"]),
    mail([], "x", ["From: nobody"]),
    Buffer.alloc(0),
  ])
    expect(await read(source)).toBeUndefined();
});

test("a bounce of ours says why; a delay and somebody else's bounce are nothing", async () => {
  const ours = "3c90c3cc-0d44-4b50-8888-8dd25736052a@clinic.example";
  const bounce = (status: string, { action = "failed", id = ours } = {}) =>
    mail(
      ['Content-Type: multipart/report; report-type=delivery-status; boundary="b"'],
      `--b\r\nContent-Type: message/delivery-status\r\n\r\nAction: ${action}\r\nStatus: ${status}\r\n\r\n` +
        `--b\r\nContent-Type: text/rfc822-headers\r\n\r\nMessage-ID: <${id}>\r\n--b--`,
      ["From: MAILER-DAEMON@people.example", "Return-Path: <>"],
    );
  const reasons = await Promise.all(["5.1.1", "5.2.2", "4.4.1", "5.7.1", "5.0.0"].map((one) => read(bounce(one))));
  expect(reasons).toEqual(
    ["bad_number", "unreachable", "unreachable", "blocked", "provider"].map((reason) =>
      expect.objectContaining({ kind: "report", ref: `<${ours}>`, state: "failed", reason }),
    ),
  );
  expect(await read(bounce("4.4.1", { action: "delayed" }))).toBeUndefined();
  expect(await read(bounce("5.1.1", { id: "x@clinic.example" }))).toBeUndefined();
});

test("HTML is read as text, charsets as they are named, and a wrong or unknown one loses no mail", async () => {
  const html = "<html><style>p{}</style><p>Habari <b>za asubuhi</b></p><p>Saa ngapi?</p></html>";
  expect(await read(mail(["Content-Type: text/html; charset=utf-8"], html))).toMatchObject({
    text: expect.stringMatching(/Habari za asubuhi\s+Saa ngapi\?/),
  });
  const latin = Buffer.concat([mail(["Content-Type: text/plain; charset=iso-8859-1"], ""), Buffer.from("Très tôt", "latin1")]);
  expect(await read(latin)).toMatchObject({ text: expect.stringContaining("Très tôt") });
  const wrong = Buffer.concat([
    mail(["Content-Type: text/plain; charset=utf-8"], ""),
    Buffer.from("Tr\xe8s t\xf4t \u0000", "latin1"),
  ]);
  expect(await read(wrong)).toMatchObject({ text: expect.stringContaining("Tr") });
  expect(await read(mail(["Content-Type: text/plain; charset=klingon-7"]))).toMatchObject({ kind: "message" });
});

test("files come with their mail; logos do not, and what is cut off is too large", async () => {
  const file = (name: string, bytes: Buffer, more = "") =>
    `--b\r\nContent-Type: application/octet-stream; name="${name}"\r\nContent-Disposition: attachment; filename="${name}"\r\n` +
    `${more}Content-Transfer-Encoding: base64\r\n\r\n${bytes.toString("base64")}\r\n`;
  const pdf = Buffer.from("%PDF-1.7 a bill");
  const parts = `--b\r\nContent-Type: text/plain\r\n\r\nMy bill\r\n${file("../bill.pdf", pdf)}${file("big.bin", Buffer.alloc(6_000_000))}--b--`;
  const source = mail(['Content-Type: multipart/mixed; boundary="b"'], parts);
  const whole = await read(source);
  expect(whole).toMatchObject({ text: "Opening hours\n\nMy bill\n\n[file] .._bill.pdf\n\n[file] big.bin" });
  expect(whole).toMatchObject({ attachments: [{ name: ".._bill.pdf", bytes: pdf }, { name: "big.bin" }] });
  expect(whole?.kind === "message" && whole.attachments?.map(({ bytes }) => bytes !== undefined)).toEqual([true, false]);
  const cut = await read(source.subarray(0, 2_000), true);
  expect(cut?.kind === "message" && cut.attachments?.every(({ bytes }) => bytes === undefined)).toBe(true);
});

test.each([
  ["multipart without an end", 'Content-Type: multipart/mixed; boundary="b"', "--b\r\nContent-Type: text/plain\r\n\r\nHello"],
  ["multipart without a boundary", "Content-Type: multipart/mixed", "Hello"],
  ["damaged base64", "Content-Transfer-Encoding: base64", "SGVsbG8gd29ybGQ=====%%%%"],
  [
    "parts within parts",
    'Content-Type: multipart/mixed; boundary="b"',
    "--b\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n".repeat(200),
  ],
])("%s is still a mail", async (_, line, body) => {
  expect(await read(mail([line], body))).toMatchObject({ kind: "message", from: "amina@people.example" });
});

test("mail without a Message-ID is known by its bytes", async () => {
  const source = mail([], "Hello", ["From: amina@people.example"]);
  const one = await read(source);
  expect(one).toMatchObject({ mail: { id: "" } });
  expect(await read(source)).toEqual(one);
});

test.each([
  ["STOP", "Opening hours", "stop"],
  ["", "unsubscribe", "stop"],
  ["Please take me off", "Unsubscribe", "stop"],
  ["Please stop the pump at ten", "Stop", undefined],
  ["anza", "Re: Opening hours", "start"],
])("%j below %j is read as %s", async (body, subject, asks) => {
  const head = ["From: amina@people.example", `Subject: ${subject}`];
  const found = await read(mail([], body, head));
  expect(found?.kind === "message" && found.asks).toBe(asks);
});
