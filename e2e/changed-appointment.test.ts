/** An appointment that is booked, moved and cancelled by telephone: by the line that booked it, and from another one by number and name. */
import { createSipEndpoint, type SipEndpoint } from "@ongea/channels";
import { MediaClock, openRtp } from "@ongea/channels/media";
import { listCalls, readCall, sayInCall } from "@ongea/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { firstAccount, type Account } from "./account.ts";
import { newDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";

const HOST = "127.0.0.1";
const FRONT_DESK = "1001";
const MARY = "+254712345678";
const ELSEWHERE = "+254733000111";
const DAY_MS = 86_400_000;

const dataDir = newDataDir();
let server: RunningServer;
let owner: Account;
let endpoint: SipEndpoint;

beforeAll(async () => {
  server = await startServer({ dataDir, settings: { TIME_ZONE: "Africa/Nairobi" } });
  owner = await firstAccount(server);
  endpoint = await createSipEndpoint({ host: HOST, port: 0, onCall: (call) => call.reject(486) });
});
afterAll(async () => {
  await endpoint.close();
  await stopServers();
  removeDataDir(dataDir);
});

interface Talk {
  /** Types for the caller, and waits until the assistant has said this. */
  say(text: string, answer: RegExp): Promise<void>;
  /** What the last tool gave back. */
  result(): Promise<unknown>;
  hangUp(): Promise<void>;
}

/** A telephone that shows this number calls the front desk. */
async function call(from: string): Promise<Talk> {
  const clock = new MediaClock();
  const rtp = await openRtp({ host: HOST, clock });
  const line = rtp.line(undefined);
  line.open({ heard: () => undefined, key: () => undefined, closed: () => undefined });
  const via = { trunk: { name: "server", host: HOST, port: server.sipPort } };
  const placed = endpoint.place({ to: FRONT_DESK, from: { user: from }, via, media: { host: HOST, port: rtp.port } });
  placed.onAnswered = (media) => line.update(media);
  const id = async (): Promise<string> => {
    const { data } = await owner.client.call(listCalls, { query: { status: "in-progress" } });
    return data.find((one) => one.user_number === from)?.id ?? "";
  };
  await expect.poll(id).not.toBe("");
  const params = { execution_id: await id() };
  const journal = async () => (await owner.client.call(readCall, { params })).journal;
  return {
    async say(text, answer) {
      const before = (await journal()).length;
      await owner.client.call(sayInCall, { params, body: { text } });
      const said = async (): Promise<string> =>
        (await journal())
          .slice(before)
          .flatMap((entry) => (entry.kind === "turn" && entry.by === "assistant" ? [entry.text] : []))
          .join(" ");
      await expect.poll(said).toMatch(answer);
    },
    async result() {
      const tool = (await journal()).findLast((entry) => entry.kind === "tool");
      return tool?.kind === "tool" ? JSON.parse(tool.result) : undefined;
    },
    async hangUp() {
      placed.hangUp();
      await placed.ended;
      line.end("caller-hung-up");
      await expect.poll(id).toBe("");
    },
  };
}

/** Working days ahead within a week, so that their names mean them; and as the calendar writes them. */
function workingDays(): { name: string; date: string }[] {
  const ahead = Array.from({ length: 5 }, (_, day) => new Date(Date.now() + (day + 1) * DAY_MS));
  const inNairobi = (format: Intl.DateTimeFormatOptions, locale: string) =>
    new Intl.DateTimeFormat(locale, { timeZone: "Africa/Nairobi", ...format });
  return ahead
    .map((day) => ({
      name: inNairobi({ weekday: "long" }, "en").format(day),
      date: inNairobi({ dateStyle: "short" }, "sv-SE").format(day),
    }))
    .filter(({ name }) => !name.startsWith("S"));
}

test("booked, moved by the same line, cancelled from another one by number and name; the time is free again", async () => {
  const [first, second] = workingDays();
  if (!first || !second) throw new Error("no working days");
  const booking = await call(MARY);
  await booking.say(`I would like to book an appointment on ${first.name} at ten in the morning`, /your name/);
  await booking.say("Mary Smith", /phone number/);
  await booking.say("zero seven one two three four five six seven eight", /Is that correct/);
  await booking.say("yes please", /You are booked/);
  expect(await booking.result()).toMatchObject({ booked: true, date: first.date, time: "10:00" });
  await booking.hangUp();

  const moving = await call(MARY);
  await moving.say(
    `can you move my appointment to ${second.name} at two?`,
    new RegExp(`from ${first.name} .* at 10 am to ${second.name} .* at 2 pm`),
  );
  await moving.say("yes", /Your appointment is now on/);
  expect(await moving.result()).toMatchObject({ moved: true, date: second.date, time: "14:00" });
  await moving.hangUp();

  const cancelling = await call(ELSEWHERE);
  await cancelling.say("I need to cancel my appointment", /I find no appointment for the number/);
  await cancelling.say("Mary Smith", /phone number/);
  await cancelling.say("zero seven one two three four five six seven eight", new RegExp(`on ${second.name} .* at 2 pm`));
  await cancelling.say("yes", /is cancelled/);
  expect(await cancelling.result()).toMatchObject({ cancelled: true, date: second.date, time: "14:00" });
  await cancelling.say(`please book me an appointment on ${second.name} at two in the afternoon`, /Is that correct/);
  await cancelling.say("yes", /You are booked/);
  await cancelling.hangUp();
});
