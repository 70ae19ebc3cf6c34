import { expect, test } from "vitest";
import { keywordIn } from "./keywords.ts";

test("one word is enough, in nine languages, however it is written", () => {
  for (const text of [
    "STOP",
    " stop. ",
    "Stop!",
    "UNSUBSCRIBE",
    "Sitisha",
    "ARRET",
    "arrêt",
    "Sair",
    "توقف",
    "ايقاف",
    "إيقاف",
    "daina",
    "dawọ́duro",
    "አቁም።",
    "misa",
  ])
    expect([text, keywordIn(text)]).toEqual([text, "stop"]);
  for (const text of [
    "START",
    "unstop",
    "Anza",
    "démarrer",
    "DEMARRER",
    "iniciar",
    "ابدأ",
    "fara",
    "bẹ̀rẹ̀",
    "bere",
    "ጀምር",
    "qala",
  ])
    expect([text, keywordIn(text)]).toEqual([text, "start"]);
});

test("what people say in a conversation is none of them", () => {
  for (const text of [
    "",
    "  ",
    "yes",
    "cancel",
    "end",
    "wait",
    "duro",
    "yima",
    "Please stop by at five",
    "start at ten",
    "Stop the appointment",
    "non",
    "stop ".repeat(40),
  ])
    expect([text, keywordIn(text)]).toEqual([text, undefined]);
});
