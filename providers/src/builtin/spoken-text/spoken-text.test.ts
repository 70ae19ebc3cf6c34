import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { spokenText } from "./index.ts";

describe("English is written out for a simple voice", () => {
  test.each([
    ["Your table is at 10:30.", "Your table is at ten thirty."],
    ["We open at 9:00 and close at 17:00", "We open at nine o'clock and close at seventeen hundred"],
    ["Come at 10:05 am or 7.30 pm", "Come at ten oh five A M or seven thirty P M"],
    ["at 3pm, please", "at three P M, please"],
    ["That is KES 500.", "That is five hundred Kenyan shillings."],
    ["It costs KSh 1,250 a month", "It costs one thousand two hundred and fifty Kenyan shillings a month"],
    ["$5.50 or £3", "five dollars and fifty cents or three pounds"],
    ["Call +254 712 345 678", "Call plus 2 5 4, 7 1 2, 3 4 5, 6 7 8"],
    ["Call 0712345678 now", "Call 0 7 1 2, 3 4 5, 6 7 8 now"],
    ["on the 12th of December", "on the twelfth of December"],
    ["Order AB-1234 is here", "Order A B, 1 2 3 4 is here"],
    ["Dr. Wanjiru & Mr Otieno, 15%", "doctor Wanjiru and mister Otieno, 15 percent"],
    ["in 2026 we had 3.5 stars", "in 2026 we had 3.5 stars"],
  ])("%s", (written, said) => expect(spokenText(written, "en-KE")).toBe(said));
});

describe("Swahili tells the time from sunrise", () => {
  test.each([
    ["Karibu saa 10:30", "Karibu saa nne na nusu asubuhi"],
    ["saa 4:30 asubuhi", "saa nne na nusu asubuhi"],
    ["13:45", "saa nane kasorobo mchana"],
    ["Bei ni KES 1,250", "Bei ni shilingi elfu moja mia mbili na hamsini"],
  ])("%s", (written, said) => expect(spokenText(written, "sw")).toBe(said));
});

describe("French times and amounts", () => {
  test.each([
    ["à 10:30", "à 10 heures 30"],
    ["à 14h", "à 14 heures"],
    ["5 000 FCFA", "5000 francs C F A"],
    ["Mme Diallo", "madame Diallo"],
  ])("%s", (written, said) => expect(spokenText(written, "fr")).toBe(said));
});

describe("Amounts are told in the currencies of the caller's country", () => {
  test.each([
    ["sw", "Bei ni ZAR 250", "Bei ni randi mia mbili na hamsini"],
    ["sw", "₦500 tu", "naira mia tano tu"],
    ["fr", "5 000 CDF", "5000 francs congolais"],
    ["fr", "GHS 120", "120 cedis"],
    ["pt", "São 1,250 MZN por mês", "São 1250 meticais por mês"],
    ["pt", "KES 500.50", "500.50 xelins quenianos"],
    ["am", "ዋጋው ETB 300 ነው", "ዋጋው 300 ብር ነው"],
    ["ar", "السعر KES 500", "السعر 500 شلن كيني"],
    ["af", "Dit kos R250", "Dit kos 250 rand"],
    ["pt", "Ligue +258 84 123 4567", "Ligue mais 2 5 8, 8 4, 1 2 3, 4 5 6 7"],
    ["en-NG", "NGN 2,500 or GHS 75", "two thousand five hundred naira or seventy five cedis"],
    ["en-UG", "USh 10,000", "ten thousand Ugandan shillings"],
    ["en-ZA", "R250 a month, R19.90 a day", "two hundred and fifty rand a month, nineteen rand and ninety cents a day"],
    ["en-ZA", "Room R12", "Room R 1 2"],
  ])("%s: %s", (language, written, said) => expect(spokenText(written, language)).toBe(said));
});

describe("Markup is not read aloud", () => {
  test.each([
    ["- **Hello**, there", "Hello, there"],
    ["<speak>Hi</speak>", "Hi"],
    ["--version", "version"],
    ["🙂", ""],
    ["...", ""],
  ])("%s", (written, said) => expect(spokenText(written, "en")).toBe(said));

  test("whatever a model writes, a voice gets one line that begins like speech", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), fc.constantFrom("en", "sw", "fr", "am"), (written, language) => {
        const said = spokenText(written, language);
        expect(said).not.toMatch(/^[-\s]|\p{Cc}|<[a-z]/u);
      }),
    );
  });
});
