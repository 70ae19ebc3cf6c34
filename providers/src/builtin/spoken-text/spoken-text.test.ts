import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lettersFor, spokenText } from "./index.ts";

describe("English is written out for a simple voice", () => {
  test.each([
    ["Your table is at 10:30.", "Your table is at ten thirty."],
    ["We open at 9:00 and close at 17:00", "We open at nine o'clock and close at five P M"],
    ["14:30, 00:15 or 12:00", "two thirty P M, twelve fifteen A M or twelve o'clock"],
    [
      "We open from 8.30 to 3.30, until 12.30 on Saturday and at 7.15.",
      "We open from eight thirty to three thirty, until twelve thirty on Saturday and at seven fifteen.",
    ],
    ["It is 2.50 rand, from 1.30 million to 4.30 percent.", "It is 2.50 rand, from 1.30 million to 4.30 percent."],
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
    ["pt", "KES 500.50", "500 xelins quenianos e 50 cêntimos"],
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
      fc.property(
        fc.string({ unit: "binary", maxLength: 300 }),
        fc.constantFrom("en", "sw", "fr", "am", "ar", "pt", "ha", "yo", "zu"),
        (written, language) => {
          const said = spokenText(written, language);
          expect(said).not.toMatch(/^[-\s]|\p{Cc}|<[a-z]/u);
        },
      ),
    );
  });
});

describe("Dates are told in the language of the call", () => {
  test.each([
    ["en", "Come on 22/11/2026.", "Come on the twenty second of November twenty twenty six."],
    ["en-US", "on 11/22/2026", "on the twenty second of November twenty twenty six"],
    ["en", "Due the 01.02.2005", "Due the first of February two thousand and five"],
    ["en", "born 2026-02-30", "born 2 0 2 6, 0 2, 3 0"],
    ["en", "2026-11-22T09:05+03:00", "the twenty second of November twenty twenty six, nine oh five"],
    ["sw", "Njoo tarehe 22/11/2026", "Njoo tarehe ishirini na mbili Novemba elfu mbili na ishirini na sita"],
    ["fr", "le 01/12/2026 à 14h30", "le 1er décembre 2026 à 14 heures 30"],
    ["pt", "em 22/11/2026 às 14:30", "em 22 de novembro de 2026 às 14 horas e 30"],
    ["ar", "يوم ٢٢/١١/٢٠٢٦ الساعة 9:30", "يوم 22 نوفمبر 2026 الساعة 9 و 30 دقيقة صباحا"],
    ["am", "በ 22/11/2026 10:30", "በ ኖቬምበር 22 ቀን 2026 ከጠዋቱ 4 ሰዓት ተኩል"],
    ["ha", "a ranar 22/11/2026", "a ranar ashirin da biyu ga Nuwamba dubu biyu da ashirin da shida"],
    ["yo", "ní 21/11/2026", "ní ọjọ́ kanlélógún oṣù Bélú ọdún ẹgbẹ̀rún méjì ó lé ẹ̀rindínlọ́gbọ̀n"],
    ["zu", "ngo 22/11/2026", "ngo mhla ka amashumi amabili nambili Novemba izinkulungwane ezimbili namashumi amabili nesithupha"],
  ])("%s: %s", (language, written, said) => expect(spokenText(written, language)).toBe(said));
});

describe("Hausa, Yoruba and Zulu are given words, for no voice of this machine counts in them", () => {
  test.each([
    ["ha", "Farashi ₦1,250.50", "Farashi naira dubu ɗaya da ɗari biyu da hamsin da kwabo hamsin"],
    ["ha", "ƙarfe 14:30", "ƙarfe biyu da rabi na rana"],
    ["ha", "Kira 0803 123", "Kira sifili takwas sifili uku, ɗaya biyu uku"],
    ["ha", "15% na 3.5", "kashi goma sha biyar cikin ɗari na uku ɗigo biyar"],
    ["yo", "₦200 ni", "náírà igba ni"],
    ["yo", "aago 10:30", "aago mẹ́wàá ààbọ̀ àárọ̀"],
    ["yo", "27", "ẹ̀tadínlọ́gbọ̀n"],
    ["zu", "R250", "amarandi angamakhulu amabili namashumi amahlanu"],
    ["zu", "R1 250.00", "amarandi ayinkulungwane namakhulu amabili namashumi amahlanu"],
    ["zu", "ngo 09:05", "ngo ihora lesishiyagalolunye nemizuzu emihlanu ekuseni"],
  ])("%s: %s", (language, written, said) => expect(spokenText(written, language)).toBe(said));

  test.each(["ha", "yo", "zu", "sw"])("in %s every number up to ten thousand has words of its own", (language) => {
    const said = new Set(Array.from({ length: 10_001 }, (_, number) => spokenText(`KES ${number}`, language)));
    expect(said.size).toBe(10_001);
    for (const one of said) expect(one).not.toMatch(/\d|undefined/);
  });
});

describe("Amounts are written as people write them", () => {
  test.each([
    ["en", "KSh 2.5 million", "two point five million Kenyan shillings"],
    ["en", "₦5k", "five thousand naira"],
    ["en", "KES 500/= only", "five hundred Kenyan shillings only"],
    ["en", "E£40 and £40", "forty Egyptian pounds and forty pounds"],
    ["en", "1,250,000 people, KES 1250000", "1250000 people, one million two hundred and fifty thousand Kenyan shillings"],
    ["fr", "1.250.000 FCFA", "1250000 francs C F A"],
    ["fr", "2 millions FCFA", "2 millions de francs C F A"],
    ["fr", "12 500,50 €", "12500 euros et 50 centimes"],
    ["pt", "1.250,00 MZN", "1250 meticais"],
    ["sw", "KES 500.50", "shilingi mia tano na senti hamsini"],
    ["ar", "١٥٠٠ ج.م", "1500 جنيه مصري"],
    ["am", "Br 300 ወይም 12,000 ብር", "300 ብር ወይም 12000 ብር"],
  ])("%s: %s", (language, written, said) => expect(spokenText(written, language)).toBe(said));

  const CODES = ["KES", "NGN", "ZAR", "GHS", "TZS", "ETB", "UGX", "RWF", "XOF", "EGP", "USD", "EUR", "GBP"];
  const LANGUAGES = ["en", "am", "ar", "fr", "ha", "pt", "sw", "yo", "zu"];

  test.each(LANGUAGES)("in %s no mark of a currency is spelled, before or after the number", (language) => {
    for (const code of CODES) {
      expect(spokenText(`${code} 4500`, language)).not.toContain(code);
      expect(spokenText(`4,500 ${code}`, language)).toBe(spokenText(`${code} 4500`, language));
    }
  });

  test("whatever the amount, day and number are, no digit of them is lost and no language throws", () => {
    fc.assert(
      fc.property(fc.nat(999_999_999), fc.constantFrom(...LANGUAGES), fc.constantFrom(...CODES), (amount, language, code) => {
        const [written, plain] = [spokenText(`${code} ${amount.toLocaleString("en")}`, language), String(amount)];
        const digits = written.replace(/\D/g, "");
        expect(["am", "ar", "fr", "pt"].includes(language) ? digits : plain).toBe(plain);
        expect(written).not.toMatch(/undefined|NaN|\u2060/);
      }),
    );
  });

  test("a telephone number keeps its digits in every language", () => {
    const digit = fc.constantFrom(..."0123456789");
    fc.assert(
      fc.property(
        fc.array(digit, { minLength: 9, maxLength: 12 }),
        fc.constantFrom("am", "ar", "en", "fr", "pt", "sw"),
        (own, language) => {
          expect(spokenText(`+2${own.join("")}`, language).replace(/\D/g, "")).toBe(`2${own.join("")}`);
        },
      ),
    );
  });
});

describe("A voice is given letters that its engine knows", () => {
  test.each([
    ["en-US", "Ọlá, Ẹ̀kọ́ and Adéọlá", "Ola, Eko and Adeola"],
    ["en-GB", "Ṣadé Ƙasim Ɓauna Ɗanjuma ƴar", "Shade Kasim Bauna Danjuma yar"],
    ["sw", "Ṣọlá", "Shola"],
    ["fr-FR", "Ṣadé et François", "Chadé et François"],
    ["pt", "João e Ọlá", "João e Olá"],
    ["en-GB", "Ato አበበ", "Ato abebe"],
    ["am", "አበበ ና Ọlá", "አበበ ና Ola"],
    ["ar", "مُحَمَّد Ọlá", "مُحَمَّد Ola"],
    ["vi", "Việt Ọ", "Việt Ọ"],
  ])("%s: %s", (language, written, said) => expect(lettersFor(written, language)).toBe(said));
});
