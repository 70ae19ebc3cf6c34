import type { Entry } from "@ongea/contract";
import { expect, test } from "vitest";
import { clusterIntents } from "./cluster.ts";
import { findIntent } from "./find-intent.ts";
import { createMatcher } from "./likeness.ts";

const turn = (by: "caller" | "assistant", text: string): Entry => ({
  kind: "turn",
  by,
  index: 0,
  text,
  startMs: 0,
  endMs: 1,
  loudness: [],
});

test("what a caller wanted is what they said first beside greetings", () => {
  const entries = [
    turn("assistant", "Welcome to the clinic"),
    turn("caller", "Hello? Good morning!"),
    turn("caller", "Yes."),
    turn("caller", "I lost my membership card"),
    turn("caller", "My number is zero seven"),
  ];
  expect(findIntent(entries)).toEqual({ position: 3, text: "I lost my membership card" });
  expect(findIntent(entries.slice(0, 3))).toBeUndefined();
  expect(findIntent([turn("caller", "Habari"), turn("caller", "Withdrawal")])?.text).toBe("Withdrawal");
  expect(findIntent([turn("caller", "[redacted]"), turn("caller", "")])).toBeUndefined();
  expect(findIntent([])).toBeUndefined();
});

test("words of like meaning and words heard a little wrong are like an example; two topics alike are none", () => {
  const { match } = createMatcher([
    { id: "delivery", examples: ["When does the lorry deliver my cement?"] },
    { id: "price", examples: ["What is the price of roofing sheets?"] },
    { id: "empty", examples: [] },
    { id: "greeting", examples: ["Hello"] },
  ]);
  expect(match("When will the truck bring the cement?")).toBe("delivery");
  expect(match("The prices of rofing sheets")).toBe("price");
  expect(match("Hello")).toBeUndefined();
  expect(match("")).toBeUndefined();
  expect(match("Who won the football match?")).toBeUndefined();
  const twice = createMatcher([
    { id: "one", examples: ["renew my licence"] },
    { id: "other", examples: ["renew my licence"] },
  ]);
  expect(twice.match("renew my licence")).toBeUndefined();
  expect(createMatcher([]).match("renew my licence")).toBeUndefined();
});

test("a hundred topics with twenty examples are compared with the longest words of a caller in a moment", () => {
  const letters = "bcdfghjklmnpqrstvwxz";
  const word = (at: number): string => [0, 1, 2, 3].map((by) => `${letters[(at * 7 + by * at + by * 3) % 20]}a`).join("");
  const sentence = (at: number): string => Array.from({ length: 8 }, (_, by) => word(at * 8 + by)).join(" ");
  const all = Array.from({ length: 100 }, (_, topic) => ({
    id: String(topic),
    examples: Array.from({ length: 20 }, (_one, at) => sentence(topic * 20 + at)),
  }));
  const { match } = createMatcher(all);
  const startedMs = performance.now();
  match(`${sentence(40)} ${"long ".repeat(50_000)}`);
  expect(performance.now() - startedMs).toBeLessThan(3_000);
});

test("groups are the same for the same calls, and none has fewer than three", async () => {
  const intents = [
    ...["Kisumu", "Nakuru", "Thika"].map((place) => `Open an account in ${place}`),
    "Block my card",
    "Block the card now",
    "",
  ].map((text, at) => ({ callId: String(at), text }));
  const clusters = await clusterIntents(intents);
  expect(clusters).toEqual([{ name: "account open", callIds: ["0", "1", "2"] }]);
  expect(await clusterIntents(intents)).toEqual(clusters);
  expect(await clusterIntents([])).toEqual([]);
});
