import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PlainWords } from "./plain-words.ts";

function said(...pieces: string[]): string {
  const words = new PlainWords();
  return (pieces.map((piece) => words.push(piece)).join("") + words.end()).replaceAll(/\s+/g, " ").trim();
}

describe("what a language model writes for the eye is not spoken", () => {
  it.each([
    ["We open at **eight** and *close* at `five`.", "We open at eight and close at five."],
    ["# Opening hours\n- Monday: 8 to 5\n- Sunday: closed", "Opening hours Monday: 8 to 5 Sunday: closed"],
    ["[😀](", "("],
    ["See [**our** <b>page</b> 😀](http://x.y/z).", "See our page ."],
    ["See [our page](https://example.com/a_b?x=1) for more [1].", "See our page for more ."],
    ['Here it is:\n```json\n{"a": 1}\n```\nAnything else?', "Here it is: Anything else?"],
    ["<think>They want hours.</think>We open at eight.", "We open at eight."],
    ['One moment.<tool_call>{"name":"book","arguments":{"day":"Thu"}}</tool_call>', "One moment."],
    ['<function=book>{"day":"Thu"}</function>Done.', "Done."],
    ['[TOOL_CALLS][{"name":"book","arguments":{}}]', ""],
    ['{"name": "book", "parameters": {"day": "Thu"}}', ""],
    ["<|im_start|>We open at eight.<|im_end|></s>", "We open at eight."],
    ["We open at eight.<|im_end|>\n<|im_start|>user\nThanks!<|im_end|>\n<|im_start|>assistant\nBye.", "We open at eight."],
    ["<|end|>We open at eight.</s>user: and on Sunday?", "We open at eight."],
    ["Assistant: We open at eight.\nUser: and on Sunday?\nAssistant: closed.", "We open at eight."],
    ["We open at eight.\nAssistant: And on Sunday we are closed.", "We open at eight. And on Sunday we are closed."],
    ["User: your name, as you have it.", "User: your name, as you have it."],
    ["AI can do that. Users: many.", "AI can do that. Users: many."],
    ["Wonderful! 😀👍🏽 See you 🇰🇪 then ❤️.", "Wonderful! See you then ."],
    ["Fish &amp; chips<br>at 5 &lt; 6", "Fish & chips at 5 < 6"],
    ["| day | hours |\n|---|---|\n| Monday | 8 to 5 |", "day hours Monday 8 to 5"],
    ["Write to jane_doe@example.com, _please_.", "Write to jane_doe@example.com, please."],
    ["**", ""],
    ["*smiles* We open at eight. [laughs softly]", "We open at eight."],
    ["5 * 3 = 15", "5 × 3 = 15"],
    ["We are *really* glad.", "We are really glad."],
    ["Press #4, or wait - we are here.", "Press #4, or wait - we are here."],
    ["Bei ni shilingi 1,500. Karibu!", "Bei ni shilingi 1,500. Karibu!"],
    ["ለቀጠሮ ይደውሉ። نعم، صباحًا؟ Ẹ kú àárọ̀!", "ለቀጠሮ ይደውሉ። نعم، صباحًا؟ Ẹ kú àárọ̀!"],
    ["It costs 5 < 6 dollars & more", "It costs 5 6 dollars & more"],
  ])("%j is said as %j", (written, spoken) => {
    expect(said(written)).toBe(spoken);
  });

  it("however it is cut into pieces", () => {
    const written =
      '## Hours\n**We** open at <b>eight</b> 😀. See [page](http://x.y/z)!\n- `one`\n<tool_call>{"a":{}}</tool_call>And ```code``` more & more.';
    const whole = said(written);
    expect(whole).toBe("Hours We open at eight . See page! one And more & more.");
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 200 }), (lengths) => {
        const pieces: string[] = [];
        let at = 0;
        for (let i = 0; at < written.length; i++) {
          const length = lengths[i % lengths.length]!;
          pieces.push(written.slice(at, at + length));
          at += length;
        }
        expect(said(...pieces)).toBe(whole);
      }),
    );
  });

  it("plain words pass at once, so that nobody waits for them", () => {
    const words = new PlainWords();
    expect(words.push("We open at eight")).toBe("We open at eight");
    expect(words.push(", and close")).toBe(", and close");
  });

  it("never keeps more than a line of what may be markup, nor an asterisk, nor a tag, whatever comes", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("<", "**", "`", "```", "[", "](", ")", "{", '{"', "}", "word ", "\n", "😀", "_", "<b>", "&")),
        (pieces) => {
          const spoken = said(...pieces);
          expect(spoken).not.toMatch(/[*`]|<b>|😀/);
        },
      ),
    );
  });
});
