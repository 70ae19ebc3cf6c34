import { describe, expect, it } from "vitest";
import { Circles } from "./circles.ts";

function isStopped(text: string, pieceLength = 3): boolean {
  const circles = new Circles();
  try {
    for (let at = 0; at < text.length; at += pieceLength) circles.add(text.slice(at, at + pieceLength));
    return false;
  } catch {
    return true;
  }
}

describe("an answer that turns in circles", () => {
  it.each([
    ["one word for ever", "open ".repeat(10)],
    ["two words for ever", "we are ".repeat(12)],
    ["half a sentence for ever", "and then you can come to us, ".repeat(6)],
    ["a sentence for ever", "I am here to help. ".repeat(4)],
    ["after it began well", `We open at eight on all days. ${"on Monday and ".repeat(12)}`],
  ])("is stopped: %s", (_, text) => {
    for (const length of [1, 4, 50]) expect(isStopped(text, length)).toBe(true);
  });

  it.each([
    "No no no, do not worry, that is very, very good.",
    "Your number is 0 7 0 0 0 0 0 0 0 0. Is that right?",
    "We are open on Monday from 8 to 5, on Tuesday from 8 to 5, on Wednesday from 8 to 5, on Thursday from 8 to 5, and on Friday from 8 to 5.",
    "Yes. Yes, of course. Yes, you can come at nine, at ten, at eleven or at twelve.",
    "Ndiyo, sawa sawa, karibu sana sana.",
  ])("is none: %j", (text) => {
    expect(isStopped(`${text} `)).toBe(false);
  });
});
