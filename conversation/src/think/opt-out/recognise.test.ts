import { describe, expect, it } from "vitest";
import { optOutIn } from "./recognise.ts";

describe("a request not to be called again is recognised", () => {
  it.each([
    ["en", "please do not call again"],
    ["en", "Take my name off your list."],
    ["en", "no more calls please"],
    ["en", "Stop calling me."],
    ["en", "Please don’t call me again"],
    ["en", "don't call me"],
    ["en", "I don't want you to call me any more"],
    ["en", "I do not want any more calls from you"],
    ["en", "could you remove my number from your database"],
    ["en", "put me on your do not call list"],
    ["en", "never ring this number again"],
    ["en", "from now on do not call me"],
    ["en", "I told you people not to call me again"],
    ["en", "don't call me I'm not interested"],
    ["en", "I'm not interested. Lose my number."],
    ["sw", "Tafadhali usinipigie tena simu"],
    ["sw", "acheni kunipigia"],
    ["sw", "niondoe kwenye orodha yenu"],
    ["sw", "sitaki simu zenu"],
    ["fr", "Ne m’appelez plus, s’il vous plaît"],
    ["fr", "arrêtez de m'appeler"],
    ["fr", "retirez-moi de votre liste"],
    ["fr", "je ne veux plus être appelé"],
    ["pt", "Não me liguem mais"],
    ["pt", "pare de ligar"],
    ["pt", "tire o meu nome da vossa lista"],
    ["ar", "لا تتصلوا بي مرة أخرى"],
    ["ar", "احذفوا رقمي من القائمة"],
    ["ha", "Ku daina kirana"],
    ["ha", "don Allah kada ku sake kira na"],
    ["yo", "Ẹ má pè mí mọ́"],
    ["yo", "e ma se pe mi mo"],
    ["am", "እባክዎ አትደውሉልኝ"],
    ["am", "መደወል አቁሙ"],
    ["zu", "Ningangishayeli futhi"],
    ["zu", "yekani ukungifonela"],
  ])("%s: %s", (language, said) => {
    expect(optOutIn(said)).toBe(language);
  });
});

describe("a name, a time or a story is none", () => {
  it.each([
    "please don't call me Mrs Wanjiru",
    "Please don't call me Mrs. Wanjiru.",
    "stop calling me Mrs Wanjiru",
    "I don't want to be called Mrs Wanjiru",
    "don't call me madam Wanjiru call me Asha",
    "do not call me before nine",
    "don't call me again before nine",
    "before nine please do not call me",
    "call me later",
    "don't call me now call me later",
    "no more calls today please",
    "please call me back",
    "don't bother",
    "you don't call me any more",
    "why don't you call me",
    "the phone won't stop ringing",
    "can you stop calling it a fee",
    "take me off hold",
    "take my name off the booking for Friday",
    "remove me from the waiting list",
    "can I opt out of the meal plan",
    "there were no more calls",
    "my number is zero seven one two",
    "usinipigie kabla ya saa tatu",
    "usiniite Bi Wanjiru",
    "nipigie kesho",
    "ne m'appelez pas Madame Wanjiru",
    "ne m'appelez pas avant neuf heures",
    "appelez-moi demain",
    "não me ligue antes das nove",
    "não me chame de dona Maria",
    "não ligo para isso",
    "لا تتصل بي قبل التاسعة",
    "kada ku kira ni kafin karfe tara",
    "e ma pe mi ni Iyaafin Wanjiru",
    "ከዘጠኝ ሰዓት በፊት አትደውሉልኝ",
    "ungangishayeli ngaphambi kwehora",
    "",
  ])("%s", (said) => {
    expect(optOutIn(said)).toBeUndefined();
  });
});

it("a long utterance is read in time that does not grow beyond measure", () => {
  expect(optOutIn("do not do not please take my name my name ".repeat(5_000))).toBeUndefined();
});
