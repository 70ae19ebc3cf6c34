/** What Deepgram's addresses are made of (developers.deepgram.com, v1). */
export const DEEPGRAM = "https://api.deepgram.com";

/** Regional variants that it knows; of any other language it takes the primary tag. */
const REGIONAL = new Set([
  "en-US",
  "en-AU",
  "en-GB",
  "en-IN",
  "en-NZ",
  "pt-BR",
  "pt-PT",
  "fr-CA",
  "es-419",
  "de-CH",
  "zh-CN",
  "zh-TW",
  "zh-HK",
]);

export function deepgramLanguage(language: string): string {
  return REGIONAL.has(language) || language === "multi" ? language : (language.split("-")[0] ?? language).toLowerCase();
}
