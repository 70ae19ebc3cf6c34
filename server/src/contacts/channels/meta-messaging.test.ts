/** What Messenger and Instagram do beside what every channel does, against a peer that speaks the published protocol. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Delivered } from "./channel.ts";
import { graphHost } from "./meta-messaging.ts";
import { type MetaPeer, type MetaRefusal, startMetaPeer } from "./testing/meta-peer.ts";

const URL_OF_HOOK = "https://ongea.example/channels/meta/3c90c3cc-0d44-4b50-8888-8dd25736052a/secret";

describe.each(["messenger", "instagram"] as const)("%s", (provider) => {
  let peer: MetaPeer;
  beforeAll(async () => void (peer = await startMetaPeer(provider)));
  afterAll(() => peer.close());
  beforeEach(() => {
    peer.refuses = undefined;
    peer.left.length = 0;
    peer.tags.length = 0;
  });
  const receives = (...events: object[]): Delivered[] | undefined =>
    peer.channel().receive(peer.delivers(URL_OF_HOOK, events.map(peer.event)));
  const sends = (more: object = {}) => peer.channel().send({ to: peer.person, text: "Habari", reportUrl: undefined, ...more });

  test("deliveries count when the app has signed their very bytes", () => {
    const posted = peer.posts(URL_OF_HOOK, { kind: "message", ref: "m_1", from: peer.person, to: peer.sender, text: "Hi" });
    const channel = peer.channel();
    expect(channel.verify(posted)).toBe(true);
    for (const forged of [
      { ...posted, body: `${posted.body} ` },
      { ...posted, header: () => undefined },
      { ...posted, header: () => `sha256=${"0".repeat(64)}` },
      { ...posted, header: () => "sha1=é" },
    ])
      expect(channel.verify(forged)).toBe(false);
  });

  test.each<[MetaRefusal, object]>([
    [{ code: 613 }, { kind: "later" }],
    [{ code: 4 }, { kind: "later" }],
    [{ code: 1_200 }, { kind: "later" }],
    [{ code: 2, status: 500 }, { kind: "later" }],
    [{ code: 1, subcode: 1_357_046, status: 500 }, { kind: "unknown" }],
    [
      { code: 10, subcode: 2_018_278 },
      { kind: "refused", reason: "window_closed" },
    ],
    [
      { code: 10, subcode: 2_534_022, status: 403 },
      { kind: "refused", reason: "window_closed" },
    ],
    [{ code: 10 }, { kind: "refused", reason: "credentials" }],
    [
      { code: 190, subcode: 463 },
      { kind: "refused", reason: "credentials" },
    ],
    [
      { code: 190, status: 401 },
      { kind: "refused", reason: "credentials" },
    ],
    [
      { code: 551, subcode: 1_545_041 },
      { kind: "refused", reason: "unreachable" },
    ],
    [
      { code: 100, subcode: 2_018_001 },
      { kind: "refused", reason: "bad_number" },
    ],
    [{ code: 368 }, { kind: "refused", reason: "blocked" }],
    [
      { code: 100, subcode: 77 },
      { kind: "refused", reason: "provider" },
    ],
  ])("%j: nothing has left, and it is said why", async (refusal, said) => {
    peer.refuses = refusal;
    expect(await sends()).toMatchObject(said);
    expect(peer.left).toEqual([]);
  });

  test("a person's message after the 24 hours carries the tag for it, an answer within them none", async () => {
    expect(await sends()).toMatchObject({ kind: "sent" });
    expect(await sends({ isAfterWindow: true })).toMatchObject({ kind: "sent" });
    expect(peer.tags).toEqual(["", "HUMAN_AGENT"]);
  });

  test("echoes, deleted messages, reactions, hand-overs and odd shapes are no messages", () => {
    const message = { mid: "m_1", text: "Hi" };
    const own = { sender: { id: peer.sender }, recipient: { id: peer.person.split(":")[1] }, message };
    for (const event of [
      { message: { ...message, is_echo: true, app_id: 7 } },
      own,
      { message: { mid: "m_1", is_deleted: true } },
      { reaction: { mid: "m_1", action: "react", emoji: "x" } },
      { pass_thread_control: { new_owner_app_id: "7" } },
      { message: { text: "without a name" } },
      { message: 7 },
      { sender: { id: "abc" }, message },
      { sender: null, message },
      { delivery: { watermark: 1e18 } },
      { read: "x" },
    ])
      expect([event, receives(event)]).toEqual([event, []]);
    const standby = {
      object: provider === "messenger" ? "page" : "instagram",
      entry: [{ id: peer.sender, standby: [{ message }] }],
    };
    expect(peer.channel().receive(peer.signs(URL_OF_HOOK, standby))).toEqual([]);
  });

  test.each<[object, object]>([
    [{ message: { mid: "m_1", text: "Tuesday", quick_reply: { payload: "TUE" } } }, { ref: "m_1", text: "Tuesday" }],
    [
      { postback: { mid: "m_2", title: "Get started", payload: "GET_STARTED" } },
      { ref: "m_2", text: "Get started", isGreeting: true },
    ],
    [{ postback: { title: "Opening hours", payload: "HOURS" } }, { text: "Opening hours" }],
    [
      { message: { mid: "m_3", attachments: [{ type: "image", payload: { url: "https://cdn.fbsbx.com/1.jpg" } }] } },
      { text: "[image]", media: { kind: "image", ref: "https://cdn.fbsbx.com/1.jpg" } },
    ],
    [
      { message: { mid: "m_4", attachments: [{ type: "audio", payload: { url: "https://cdn.fbsbx.com/1.mp4" } }] } },
      { text: "[audio]", media: { kind: "audio" } },
    ],
    [
      { message: { mid: "m_5", attachments: [{ type: "location", payload: { coordinates: { lat: -1.28, long: 36.82 } } }] } },
      { text: "[location] -1.28, 36.82" },
    ],
    [
      {
        message: { mid: "m_6", text: "see", attachments: [{ type: "share", payload: { url: "https://www.instagram.com/p/1" } }] },
      },
      { text: "[share] https://www.instagram.com/p/1 see" },
    ],
    [{ message: { mid: "m_7", is_unsupported: true } }, { text: "[unsupported]" }],
    [{ message: { mid: "m_8", text: "re", reply_to: { story: { id: "1", url: "https://x" } } } }, { text: "re" }],
  ])("%j is read", (event, read) => {
    expect(receives(event)).toMatchObject([{ kind: "message", from: peer.person, to: peer.sender, ...read }]);
  });

  test("one delivery holds many events, each read by itself, and several files are several messages", () => {
    const files = ["a", "b"].map((name) => ({ type: "image", payload: { url: `https://cdn.fbsbx.com/${name}` } }));
    expect(
      receives({ message: { mid: "m_1", attachments: files } }, { odd: true }, { message: { mid: "m_2", text: "Two" } }),
    ).toMatchObject([
      { ref: "m_1", media: { ref: "https://cdn.fbsbx.com/a" } },
      { ref: "m_1#2", media: { ref: "https://cdn.fbsbx.com/b" } },
      { ref: "m_2", text: "Two" },
    ]);
  });

  test("delivered and read are told by name where the names stand there, and up to a moment otherwise", () => {
    expect(receives({ delivery: { mids: ["m_1", "m_2"], watermark: 9 } })).toEqual(
      ["m_1", "m_2"].map((ref) => ({ kind: "report", ref, to: peer.person, state: "delivered", reason: null })),
    );
    expect(receives({ read: { mid: "m_1" } })).toMatchObject([{ kind: "report", ref: "m_1", state: "read" }]);
    const upTo = new Date(1_764_230_000_000);
    expect(receives({ read: { watermark: upTo.getTime() } })).toEqual([
      { kind: "up-to", from: peer.person, state: "read", upTo },
    ]);
    expect(receives({ delivery: { watermark: upTo.getTime() } })).toMatchObject([{ kind: "up-to", state: "delivered" }]);
  });

  test("what is for another account of the same app is named, and taken by none but that", () => {
    const event = peer.event({ message: { mid: "m_1", text: "Hi" } });
    const object = provider === "messenger" ? "page" : "instagram";
    const posted = peer.signs(URL_OF_HOOK, { object, entry: [{ id: "555", messaging: [event] }] });
    expect([peer.channel().receive(posted), peer.channel().othersIn?.(posted)]).toEqual([[], ["555"]]);
    const wrong = peer.signs(URL_OF_HOOK, { object: "user", entry: [{ id: peer.sender, messaging: [event] }] });
    expect(peer.channel().receive(wrong)).toBeUndefined();
  });

  test("a file is fetched from Meta's own hosts alone; one that is too large or gone is not", async () => {
    const bytes = Buffer.from("\xff\xd8\xff a picture", "latin1");
    peer.files.set("1", bytes);
    const fetched = async (ref: string, most: number) => peer.channel().download?.(ref, most);
    expect(await fetched(`${peer.baseUrl}/files/1`, 1_000)).toEqual({ kind: "file", bytes });
    expect(await fetched(`${peer.baseUrl}/files/1`, 5)).toEqual({ kind: "too large" });
    for (const ref of [`${peer.baseUrl}/files/2`, "https://files.example/1", "http://cdn.fbsbx.com/1", "file:///etc/passwd", "x"])
      expect([ref, await fetched(ref, 1_000)]).toEqual([ref, { kind: "gone" }]);
  });

  test("a person is named as Meta tells it, and not at all where it does not, or cannot be asked", async () => {
    peer.names.set(peer.person, "Amina Otieno");
    expect(await peer.channel().nameOf?.(peer.person)).toBe("Amina Otieno");
    expect(await peer.channel().nameOf?.(`${provider}:404`)).toBe("");
    peer.mood = "wrong key";
    expect(await peer.channel().nameOf?.(peer.person)).toBe("");
    peer.mood = "well";
  });

  test("the account is named as people know it, and another one is none", async () => {
    expect(await peer.channel().describe?.()).toBe(provider === "messenger" ? "Imani Clinic" : "@imani_clinic");
    const own = peer.sender;
    Object.assign(peer, { sender: "404" });
    const channel = peer.channel();
    Object.assign(peer, { sender: own });
    expect(await channel.describe?.()).toBeUndefined();
  });
});

test("tokens of Instagram's own login are for a host of its own", () => {
  expect(graphHost("instagram", "IGAAx")).toBe("https://graph.instagram.com");
  expect([graphHost("instagram", "EAAx"), graphHost("messenger", "EAAx")]).toEqual(
    Array.from({ length: 2 }, () => "https://graph.facebook.com"),
  );
});

test("a page whose token cannot be asked for has sent nothing; the message waits", async () => {
  const peer = await startMetaPeer("messenger");
  const channel = peer.channel();
  await peer.close();
  expect(await channel.send({ to: peer.person, text: "Hi", reportUrl: undefined })).toEqual({ kind: "later" });
});

test("a page's token is asked for once, and anew after it was refused", async () => {
  const peer = await startMetaPeer("messenger");
  const channel = peer.channel();
  const send = () => channel.send({ to: peer.person, text: "Hi", reportUrl: undefined });
  expect([await send(), await send()]).toMatchObject([{ kind: "sent" }, { kind: "sent" }]);
  expect(peer.tokensAsked).toBe(1);
  peer.refuses = { code: 190 };
  expect(await send()).toMatchObject({ reason: "credentials" });
  peer.refuses = undefined;
  expect(await send()).toMatchObject({ kind: "sent" });
  expect(peer.tokensAsked).toBe(2);
  await peer.close();
});

test("Messenger shows a person that their message was seen", async () => {
  const peer = await startMetaPeer("messenger");
  await peer.channel().read?.("m_1", peer.person);
  expect(peer.seen).toEqual([peer.person]);
  await peer.close();
});
