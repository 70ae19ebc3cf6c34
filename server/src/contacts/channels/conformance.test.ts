/** What every channel of text messages must do, fake or not: held against peers that speak the providers' published protocols. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createRest } from "../../platform/fetch/rest.ts";
import type { Delivered, Outgoing } from "./channel.ts";
import { createMediaDownload } from "./meta-media.ts";
import { createWhatsApp } from "./whatsapp.ts";
import { startAfricasTalkingSmsPeer } from "./testing/africastalking-sms-peer.ts";
import { startMetaPeer } from "./testing/meta-peer.ts";
import { startTwilioSmsPeer } from "./testing/twilio-sms-peer.ts";
import { REST_OF_TESTS } from "./testing/sms-server.ts";
import { RETRY_AFTER_SECONDS, startTelegramPeer } from "./testing/telegram-peer.ts";
import { deliveryOf, startWhatsAppPeer } from "./testing/whatsapp-peer.ts";
import { createFakeSms, formPosted, type SmsMood, type SmsPeer, type Postable } from "./testing/sms-peer.ts";

const URL_OF_HOOK = "https://ongea.example/channels/sms/3c90c3cc-0d44-4b50-8888-8dd25736052a/secret";
const TO = "+254712000001";
const HELLO: Outgoing = { to: TO, text: "Habari! Uko tayari?", reportUrl: URL_OF_HOOK };

const PEERS: Record<string, () => Promise<SmsPeer>> = {
  "a fake": async () => createFakeSms(),
  "Africa's Talking": startAfricasTalkingSmsPeer,
  Twilio: startTwilioSmsPeer,
  WhatsApp: startWhatsAppPeer,
  Messenger: () => startMetaPeer("messenger"),
  Instagram: () => startMetaPeer("instagram"),
  Telegram: startTelegramPeer,
};

describe.each(Object.entries(PEERS))("%s", (_, start) => {
  let peer: SmsPeer;
  let hello: Outgoing;
  beforeAll(async () => {
    peer = await start();
    hello = { ...HELLO, to: peer.person ?? TO };
  });
  afterAll(() => peer.close());
  beforeEach(() => {
    peer.mood = "well";
    peer.left.length = 0;
  });

  test("a message leaves once, as it was written, in any script, and its name comes back", async () => {
    for (const text of [hello.text, "ሰላም! ቀጠሮዎ ነገ ነው።", "موعدك غدًا & الساعة 10", "Ẹ káàárọ̀ + 100%", "a\nb 😀"]) {
      peer.left.length = 0;
      const sent = await peer.channel().send({ ...hello, text });
      expect(peer.left.map(({ to, text: told }) => [to, told])).toEqual([[hello.to, text]]);
      expect(sent).toEqual({ kind: "sent", ref: peer.left[0]?.ref });
    }
  });

  test("a provider that takes its time is waited for", async () => {
    peer.mood = "slow";
    expect(await peer.channel().send(hello)).toMatchObject({ kind: "sent" });
  });

  test.each<[SmsMood, object]>([
    ["bad number", { kind: "refused", reason: "bad_number" }],
    ["bad sender", { kind: "refused", reason: "bad_sender" }],
    ["no provider credit", { kind: "refused", reason: "no_provider_credit" }],
    ["opted out", { kind: "refused", reason: "opted_out" }],
    ["wrong key", { kind: "refused", reason: "credentials" }],
    ["unavailable", { kind: "later" }],
    ["too many requests", { kind: "later" }],
    ["fault", { kind: "unknown" }],
    ["nonsense", { kind: "unknown" }],
    ["silent", { kind: "unknown" }],
  ])("%s: nothing has left, and it is said what became of it", async (mood, said) => {
    if (peer.lacks?.includes(mood)) return;
    peer.mood = mood;
    expect(await peer.channel().send(hello)).toMatchObject(said);
    expect(peer.left).toEqual([]);
  });

  test("what may have left is never called unsent", async () => {
    peer.mood = "takes it and breaks off";
    expect(await peer.channel().send(hello)).toEqual({ kind: "unknown" });
    expect(peer.left).toHaveLength(1);
    const { find } = peer.channel();
    if (!find) return;
    const isFound = async (text: string) => find({ ...hello, text }, new Date());
    expect([await isFound(hello.text), await isFound("Another")]).toEqual([[peer.left[0]?.ref], []]);
    await expect(find({ ...HELLO, to: "+254712000009" }, new Date())).resolves.toEqual([]);
  });

  test.each<Postable>([
    { kind: "message", ref: "ref-1", from: TO, to: "22384", text: " Nataka miadi\nkesho & keshokutwa " },
    { kind: "message", ref: "ref-2", from: TO, to: "22384", text: "" },
    { kind: "report", ref: "ref-3", to: TO, state: "sent", reason: null },
    { kind: "report", ref: "ref-3", to: TO, state: "delivered", reason: null },
    { kind: "report", ref: "ref-3", to: TO, state: "failed", reason: "unreachable" },
    { kind: "report", ref: "ref-3", to: TO, state: "failed", reason: "opted_out" },
  ])("what it posts is understood: $kind $state", (what) => {
    if (what.kind === "report" && peer.lacks?.includes("reports")) return;
    const own = { from: hello.to, to: peer.sender, ref: peer.refs?.("ref" in what ? what.ref : "") };
    const told = what.kind === "message" ? { ...what, ...own, ref: own.ref ?? what.ref } : what;
    const posted = peer.posts(URL_OF_HOOK, told);
    expect(peer.channel().verify(posted)).toBe(true);
    expect(peer.channel().receive(posted)).toEqual([told]);
  });

  test("what is about no message is none", () => {
    for (const fields of ["", "a=b", "id=&text=hello&from=%2B254712000001", "id=1", "status=Success", "id=1&status=Odd"])
      expect([fields, peer.channel().receive(written(fields))]).toEqual([fields, undefined]);
  });
});

test("a number that Africa's Talking has taken off is told by a form of its own; Twilio says it beside the message", async () => {
  const [one, other] = [await startAfricasTalkingSmsPeer(), await startTwilioSmsPeer()];
  const optOut: Postable = { kind: "opt-out", from: TO };
  expect(one.channel().receive(one.posts(URL_OF_HOOK, optOut))).toEqual([optOut]);
  for (const asks of ["stop", "start"] as const) {
    const told: Postable = { kind: "message", ref: "SM1", from: TO, to: other.sender, text: "ACHA", asks };
    expect(other.channel().receive(other.posts(URL_OF_HOOK, told))).toEqual([told]);
  }
  await one.close();
  await other.close();
});

test("Twilio's forms count when its account has signed them, for this address and as they are", async () => {
  const peer = await startTwilioSmsPeer();
  const posted = peer.posts(URL_OF_HOOK, { kind: "message", ref: "SM1", from: TO, to: peer.sender, text: "Hello & bye" });
  const channel = peer.channel();
  const changed = new URLSearchParams(posted.fields);
  changed.set("Body", "Hello");
  expect(channel.verify(posted)).toBe(true);
  for (const forged of [
    { ...posted, url: `${URL_OF_HOOK}x` },
    { ...posted, fields: changed },
    { ...posted, header: () => undefined },
    { ...posted, header: () => "c29tZXRoaW5n" },
  ])
    expect(channel.verify(forged)).toBe(false);
  await peer.close();
});

test("a provider that is not reached has sent nothing: the message waits", async () => {
  const peer = await startAfricasTalkingSmsPeer();
  const channel = peer.channel();
  await peer.close();
  expect(await channel.send(HELLO)).toEqual({ kind: "later" });
});

const written = (form: string) => ({ ...formPosted(URL_OF_HOOK, {}), body: form, fields: new URLSearchParams(form) });

describe("WhatsApp", () => {
  let peer: Awaited<ReturnType<typeof startWhatsAppPeer>>;
  beforeAll(async () => void (peer = await startWhatsAppPeer()));
  afterAll(() => peer.close());
  const from = TO.slice(1);
  const receives = (messages: readonly object[], number = peer.sender): Delivered[] | undefined =>
    peer.channel().receive(peer.signs(URL_OF_HOOK, deliveryOf([{ messages }], number)));

  test("deliveries count when the app has signed their very bytes", () => {
    const posted = peer.posts(URL_OF_HOOK, { kind: "message", ref: "wamid.1", from: TO, to: peer.sender, text: "Habari" });
    const channel = peer.channel();
    expect(channel.verify(posted)).toBe(true);
    for (const forged of [
      { ...posted, body: `${posted.body} ` },
      { ...posted, header: () => undefined },
      { ...posted, header: () => `sha256=${"0".repeat(64)}` },
      { ...posted, header: () => "sha256=é" },
    ])
      expect(channel.verify(forged)).toBe(false);
  });

  test("one delivery holds many events, of which each is read by itself, and those of another number are left out", () => {
    const text = (id: string, body: string) => ({ id, from, timestamp: "1", type: "text", text: { body } });
    const events = [
      { messages: [text("a", "One"), { odd: true }, text("b", "Two")] },
      { statuses: [{ id: "c", status: "read" }] },
    ];
    const posted = peer.signs(URL_OF_HOOK, deliveryOf(events, peer.sender));
    expect(peer.channel().receive(posted)).toMatchObject([
      { kind: "message", ref: "a", text: "One" },
      { kind: "message", ref: "b", text: "Two" },
      { kind: "report", ref: "c", state: "read" },
    ]);
    expect(receives([text("a", "One")], "999999")).toEqual([]);
  });

  test.each<[object, string]>([
    [{ type: "button", button: { payload: "p", text: "Yes, please" } }, "Yes, please"],
    [{ type: "interactive", interactive: { type: "button_reply", button_reply: { id: "1", title: "Tuesday" } } }, "Tuesday"],
    [{ type: "interactive", interactive: { type: "list_reply", list_reply: { id: "2", title: "10:00" } } }, "10:00"],
    [{ type: "image", image: { id: "9", mime_type: "image/jpeg", caption: "my meter" } }, "[image] my meter"],
    [{ type: "document", document: { id: "9", filename: "bill.pdf" } }, "[document] bill.pdf"],
    [{ type: "audio", audio: { id: "9", voice: true } }, "[audio]"],
    [{ type: "location", location: { latitude: -1.28, longitude: 36.82, name: "Office" } }, "[location] Office -1.28, 36.82"],
  ])("%j is words", (said, words) => {
    expect(receives([{ id: "x", from, timestamp: "1", ...said }])).toMatchObject([{ kind: "message", text: words }]);
  });

  test("reactions, what cannot be shown, unknown shapes and numbers that are none are no messages", () => {
    for (const said of [
      { type: "reaction", reaction: { emoji: "x" } },
      { type: "unsupported" },
      { type: "text", from: "abc" },
      { id: "" },
    ])
      expect(receives([{ id: "x", from, timestamp: "1", ...said }])).toEqual([]);
  });

  test("a file is named with its message, fetched with the token from Meta alone, and one that is too large or gone is not", async () => {
    const image = { from: "254712000001", id: "wamid.i", type: "image", image: { id: "901", caption: "My card" } };
    const posted = peer.signs(URL_OF_HOOK, deliveryOf([{ messages: [image] }], peer.sender));
    expect(peer.channel().receive(posted)).toMatchObject([
      { text: "[image] My card", media: { ref: "901", kind: "image", name: "" } },
    ]);
    const bytes = Buffer.from("\xff\xd8\xff a picture", "latin1");
    peer.files.set("901", bytes);
    expect(await peer.channel().download?.("901", 1_000)).toEqual({ kind: "file", bytes });
    expect(await peer.channel().download?.("901", 5)).toEqual({ kind: "too large" });
    expect(await peer.channel().download?.("902", 1_000)).toEqual({ kind: "gone" });
    const elsewhere = { status: 200, json: { url: "https://files.example/901" } };
    const download = createMediaDownload({
      ...REST_OF_TESTS,
      ask: async () => elsewhere,
      baseUrl: peer.baseUrl,
      token: peer.token,
      version: "v23.0",
    });
    expect(await download("901", 1_000)).toEqual({ kind: "gone" });
    peer.mood = "wrong key";
    expect(await peer.channel().download?.("901", 1_000)).toEqual({ kind: "gone" });
    peer.mood = "well";
  });

  test("templates are listed over all pages with their state and variables, and one is sent with what stands for them", async () => {
    const of = (name: string, status: string, text: string) => ({
      name,
      status,
      language: "en_US",
      components: [{ type: "BODY", text }],
    });
    peer.templates.push(of("first", "APPROVED", "Hello {{name}}, {{ day }}: {{name}}."), of("second", "IN_APPEAL", "Hi"), {
      name: "broken",
    });
    const known = peer.channel().accountIn?.(peer.signs(URL_OF_HOOK, deliveryOf([{ messages: [] }], peer.sender)));
    const listed = await peer.channel().templates?.(known ?? "");
    expect(listed?.map(({ name, state, variables, can_send }) => [name, state, variables, can_send])).toEqual([
      ["first", "approved", ["name", "day"], true],
      ["second", "pending", [], false],
    ]);
    const template = { name: "first", language: "en_US", values: [{ name: "name", text: "Amina" }] };
    expect(await peer.channel().send({ ...HELLO, template })).toMatchObject({ kind: "sent" });
    expect(peer.left.map(({ text }) => text)).toEqual(["first | Amina"]);
    const gone = await peer.channel().send({ ...HELLO, template: { ...template, name: "third" } });
    expect(gone).toEqual({ kind: "refused", reason: "template" });
    await expect(peer.channel().templates?.("404")).rejects.toThrow();
  });

  test("the number is named as people know it, one that the account does not have is none, and a message is marked as read", async () => {
    expect(await peer.channel().describe?.()).toBe("+254 700 000001");
    expect(await createWhatsAppOf(peer, "404").describe?.()).toBeUndefined();
    await peer.channel().read?.("wamid.7", TO);
    expect(peer.read).toEqual(["wamid.7"]);
  });
});

function createWhatsAppOf(peer: Awaited<ReturnType<typeof startWhatsAppPeer>>, phoneNumberId: string) {
  const signIn = { authorization: `Bearer ${peer.token}` };
  const ask = createRest({ ...REST_OF_TESTS, baseUrl: peer.baseUrl, account: "", secret: peer.token, signIn });
  return createWhatsApp({ ask, appSecret: peer.appSecret, phoneNumberId, download: async () => ({ kind: "gone" }) });
}

describe("Telegram", () => {
  let peer: Awaited<ReturnType<typeof startTelegramPeer>>;
  beforeAll(async () => void (peer = await startTelegramPeer()));
  afterAll(() => peer.close());
  const chat = { id: 77, type: "private" };
  const receives = (message: object): Delivered[] | undefined =>
    peer.channel().receive(peer.delivers(URL_OF_HOOK, { message: { message_id: 5, chat, date: 1, ...message } }));

  test("it is told where to deliver and with which secret; updates count with that secret alone", async () => {
    expect(peer.webhook).toMatchObject({ url: "https://ongea.example/hook", updates: ["message", "my_chat_member"] });
    const posted = peer.delivers(URL_OF_HOOK, { message: { message_id: 1, chat, text: "Hello" } });
    expect(peer.channel().verify(posted)).toBe(true);
    for (const secret of [undefined, "", "é", peer.token])
      expect(peer.channel().verify({ ...posted, header: () => secret })).toBe(false);
    expect(await peer.channel().connect?.("http://ongea.example/hook")).toBe(false);
    await peer.channel().disconnect?.();
    expect(peer.webhook).toBeUndefined();
    await peer.channel().connect?.("https://ongea.example/hook");
  });

  test("a bot that is asked too often waits as long as it is told", async () => {
    peer.mood = "too many requests";
    const sent = await peer.channel().send({ ...HELLO, to: "telegram:77" });
    peer.mood = "well";
    expect(sent).toEqual({ kind: "later", afterSeconds: RETRY_AFTER_SECONDS });
  });

  test.each<[object, object]>([
    [{ text: "/start" }, { text: "/start", asks: "start", isGreeting: true }],
    [{ text: "/start ref_7" }, { asks: "start", isGreeting: true }],
    [{ text: "/stop@imani_clinic_bot" }, { asks: "stop" }],
    [{ text: "/startle me" }, { text: "/startle me" }],
    [{ text: "Hi", from: { id: 77, first_name: "Amina", last_name: "Otieno" } }, { name: "Amina Otieno" }],
    [
      { photo: [{ file_id: "small" }, { file_id: "large" }], caption: "my meter" },
      { text: "[image] my meter", media: { ref: "large" } },
    ],
    [
      { document: { file_id: "d", file_name: "bill.pdf" } },
      { text: "[document] bill.pdf", media: { kind: "document", name: "bill.pdf" } },
    ],
    [{ voice: { file_id: "v", duration: 3 } }, { text: "[audio]", media: { kind: "audio", ref: "v" } }],
    [{ sticker: { file_id: "s", emoji: "👍" } }, { text: "[image] 👍" }],
    [{ location: { latitude: -1.28, longitude: 36.82 } }, { text: "[location] -1.28, 36.82" }],
    [{ contact: { phone_number: "+254712", first_name: "Ali" } }, { text: "[contact] Ali +254712" }],
    [{ poll: { id: "1" } }, { text: "[unsupported]" }],
  ])("%j is read", (message, read) => {
    expect(receives(message)).toMatchObject([{ kind: "message", ref: "77:5", from: "telegram:77", to: peer.sender, ...read }]);
  });

  test("groups, odd shapes and other updates are no messages; blocking the bot is an opt-out", () => {
    for (const message of [{ chat: { id: -5, type: "group" }, text: "Hi" }, { chat: "77" }, { message_id: "x" }])
      expect(receives({ text: "Hi", ...message })).toEqual([]);
    const of = (update: object) => peer.channel().receive(peer.delivers(URL_OF_HOOK, update));
    expect(of({ edited_message: { message_id: 5, chat, text: "Hi" } })).toEqual([]);
    expect(of({ my_chat_member: { chat, new_chat_member: { status: "member" } } })).toEqual([]);
    expect(of({ my_chat_member: { chat, new_chat_member: { status: "kicked" } } })).toEqual([
      { kind: "opt-out", from: "telegram:77" },
    ]);
  });

  test("a file is located and fetched; one that is too large or gone is not, nor one at a path that leads elsewhere", async () => {
    const bytes = Buffer.from("\xff\xd8\xff a picture", "latin1");
    peer.files.set("photo1", bytes);
    const fetched = async (ref: string, most: number) => peer.channel().download?.(ref, most);
    expect(await fetched("photo1", 1_000)).toEqual({ kind: "file", bytes });
    expect([await fetched("photo1", 5), await fetched("other", 1_000)]).toEqual([{ kind: "too large" }, { kind: "gone" }]);
    peer.files.set("../../etc", bytes);
    expect(await fetched("../../etc", 1_000)).toEqual({ kind: "gone" });
  });

  test("the bot is named as it writes itself, and another one is none", async () => {
    expect(await peer.channel().describe?.()).toBe("@Imani_Clinic_bot");
    const own = peer.sender;
    Object.assign(peer, { sender: "other_bot" });
    expect(await peer.channel().describe?.()).toBeUndefined();
    Object.assign(peer, { sender: own });
  });
});
