import type { Me } from "@ongea/contract";
import { expect, test } from "vitest";
import { loadLanguage } from "../words/catalogue.ts";
import { LANGUAGES, type Language } from "../words/languages.ts";
import { createGrowingWords, type GrowingWords } from "../words/words.ts";
import { placesFor } from "./places.ts";

const OWNER = { kind: "person", operator: true, workspace: { role: "owner" } } as Me;
const VIEWER = { ...OWNER, operator: false, workspace: { ...OWNER.workspace, role: "viewer" } } as Me;

async function wordsOf(language: Language): Promise<GrowingWords> {
  const words = createGrowingWords(language, await loadLanguage(language));
  await words.bring(["settings", "docs", "palette", "playground"]);
  return words;
}

const english = await wordsOf("en");
const titlesFor = (text: string, words = english, me = OWNER): string[] => placesFor(text, words, me).map(({ title }) => title);

test.each([
  ["sip", "SIP trunks"],
  ["trunk", "SIP trunks"],
  ["pbx", "SIP trunks"],
  ["browser", "Talk to an agent"],
  ["call", "Talk to an agent"],
  ["microphone", "Talk to an agent"],
  ["webhook", "Assistant Setup"],
  ["api key", "Create API Key"],
  ["token", "Create API Key"],
  ["dark", "Light or dark"],
  ["night mode", "Light or dark"],
  ["language", "Language"],
  ["currency", "Language"],
  ["password", "Security"],
  ["2fa", "Security"],
  ["invite", "Members"],
  ["team", "Members"],
  ["do not call", "Do-not-call list"],
  ["blacklist", "Do-not-call list"],
  ["hotkeys", "Keyboard shortcuts"],
  ["log out", "Sign out"],
  ["csv", "New batch"],
  ["campaign", "New batch"],
  ["upload pdf", "Add Knowledge"],
  ["embed", "Web widgets"],
  ["follow-up", "Messages after calls"],
  ["buy a number", "Buy phone number"],
  ["clone", "Voice Cloning"],
  ["holidays", "Rules by country"],
  ["who did what", "Audit log"],
  ["transcripts", "Conversation History"],
  ["help", "Documentation"],
  ["export", "Conversation History"],
])("whoever looks for “%s” finds “%s” among the first", (text, title) => {
  expect(titlesFor(text).slice(0, 3)).toContain(title);
});

test.each([
  ["sw", "nenosiri", "settings/security"],
  ["fr", "cle api", "developers?open=key"],
  ["pt", "modo escuro", "theme"],
  ["ar", "كلمة السر", "settings/security"],
  ["ha", "toshe", "batches?open=do-not-call"],
  ["yo", "asawari", "home#talk"],
  ["am", "ጨለማ", "theme"],
  ["zu", "mema", "settings/members"],
] as const)("in %s it is found by that language’s words, as they are typed: %s", async (language, text, where) => {
  const found = placesFor(text, await wordsOf(language), OWNER).map(({ goTo }) => ("path" in goTo ? goTo.path : goTo.deed));
  expect(found.slice(0, 3).some((one) => one.replace("/dashboard#", "/dashboard/home#").endsWith(where))).toBe(true);
});

test.each(LANGUAGES)("everything can be found by its own name and by each of its other words in %s", async (language) => {
  const words = await wordsOf(language);
  const { palette } = { palette: await (await loadLanguage(language)).further.palette() };
  const lost = Object.entries(palette)
    .filter(([key]) => key.endsWith("_words"))
    .flatMap(([, also]) => also.split(/[,،፣] ?/u))
    .filter((one) => placesFor(one, words, OWNER).length === 0);
  expect(lost).toEqual([]);
  for (const title of titlesFor("", words)) expect(titlesFor(title, words)).toContain(title);
});

test("what is found is what may be done here, and the best stands first with what belongs to it", () => {
  expect(titlesFor("buy", english, VIEWER)).not.toContain("Buy phone number");
  expect(titlesFor("api key", english, VIEWER)).not.toContain("Create API Key");
  expect(titlesFor("upload pdf", english, VIEWER)).not.toContain("Add Knowledge");
  expect(titlesFor("audit", english, VIEWER)).not.toContain("Audit log");
  expect(titlesFor("voice").slice(0, 2)).toEqual(["Voice Lab", "Voice Library"]);
  // What is read about it stands behind where it is done.
  expect(titlesFor("api key")[0]).toBe("Create API Key");
  expect(titlesFor("webhook")).toContain("Webhooks: call notifications");
  expect(titlesFor("xyzzy")).toEqual([]);
});
