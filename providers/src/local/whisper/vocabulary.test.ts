import { expect, test } from "vitest";
import { readVocabulary } from "./vocabulary.ts";

test("letters of other scripts are told from Latin ones, a part of one too", () => {
  const latin = [" hello", "é", "ọ", "ẹ̀", "ɓ", "ñ", "’", "–", "…", "3", "œ"];
  const other = ["代", "模", "я", "ع", "ሰ", "α", "か", "한"];
  const tokens = [...latin, ...other].map((text) => Buffer.from(text));
  const parts = [Buffer.from("代").subarray(0, 2), Buffer.from("é").subarray(0, 1), Buffer.from("é").subarray(1)];
  const lines = [...tokens, ...parts].map((bytes, token) => `${bytes.toString("base64")} ${token}`);
  const from = latin.length;
  expect(readVocabulary(lines.join("\n")).notLatin).toEqual([...other.map((_, at) => from + at), from + other.length]);
});
