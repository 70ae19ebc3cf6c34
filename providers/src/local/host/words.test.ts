import { describe, expect, test } from "vitest";
import { clausesOf } from "./clauses.ts";
import { cleanWords } from "./clean-words.ts";
import { matchExpected } from "./expected-match.ts";

describe("a neural recogniser's inventions are not taken for words", () => {
  test.each([
    ["[Music]", ""],
    ["(car engine rumbling)", ""],
    [" *coughs* Hello there.", "Hello there."],
    ["♪ la la ♪", ""],
    ["Thank you for watching!", ""],
    ["...", ""],
    ["I am here. I am here. I am here. I am here. I am here.", "I am here."],
    ["no no no no no no", "no"],
    ["Mary Smith. Mary Smith. Mary Smith", "Mary Smith."],
    ["Too much luck. Too much luck. Too", "Too much luck."],
    ["22 33 22 33", "22 33 22 33"],
    ["7 7 7 7 7 1", "7 7 7 7 7 1"],
    ["My number is zero seven two two two two two nine.", "My number is zero seven two two two two two nine."],
    ["Thank you for your help.", "Thank you for your help."],
  ])("%s", (written, left) => expect(cleanWords(written)).toBe(left));
});

describe("a short answer is what was asked for", () => {
  test("yes and no", () => {
    expect(matchExpected("Yeah.", [{ kind: "yes-no" }])).toBe("yes");
    expect(matchExpected("Nope!", [{ kind: "yes-no" }])).toBe("no");
    expect(matchExpected("Yeah, but not today.", [{ kind: "yes-no" }])).toBe("Yeah, but not today.");
    expect(matchExpected("Yeah.", [])).toBe("Yeah.");
  });
  test("digits that are written as other words", () => {
    expect(matchExpected("for to won 7", [{ kind: "digits", min: 4, max: 4 }])).toBe("four two one 7");
    expect(matchExpected("It is for you", [{ kind: "phone" }])).toBe("It is for you");
    expect(matchExpected("0712 345 678", [{ kind: "phone" }])).toBe("0712 345 678");
  });
  test("a name that the agent knows", () => {
    expect(matchExpected("Merry Smith", [{ kind: "name" }], ["Mary Smith", "Grace Wanjiku"])).toBe("Mary Smith");
    expect(matchExpected("John Otieno", [{ kind: "name" }], ["Mary Smith"])).toBe("John Otieno");
    expect(matchExpected("Merry Smith", [{ kind: "date" }], ["Mary Smith"])).toBe("Merry Smith");
  });
  test.each([
    ["930 AM", "9:30 AM"],
    ["at 9 30 A.M.", "at 9:30 A.M."],
    ["11, 40, 5, A.M.", "11:45 A.M."],
    ["11:45 a.m.", "11:45 a.m."],
    ["room 930", "room 930"],
    ["1130.", "11:30"],
    ["Tomorrow at 430.", "Tomorrow at 4:30."],
    ["10-15 would be good.", "10:15 would be good."],
    ["10, 15 would be good.", "10:15 would be good."],
    ["10-15 people", "10-15 people"],
    ["at 415 please", "at 4:15 please"],
    ["at 415 Kenyatta Avenue", "at 415 Kenyatta Avenue"],
    ["0930", "0930"],
  ])("a time that is written %j is %j", (written, meant) => {
    expect(matchExpected(written, [{ kind: "time" }])).toBe(meant);
    expect(matchExpected(written, [{ kind: "anything" }])).toBe(written);
  });
  test.each([
    ["m-a-r-y", "m a r y"],
    ["It's G.R.A.C.E.", "It's G R A C E"],
    ["Mary-Ann at 9 a.m.", "Mary-Ann at 9 a.m."],
  ])("a name that is spelled %j is %j", (written, meant) => {
    expect(matchExpected(written, [{ kind: "name" }])).toBe(meant);
  });
  test("one of the phrases that were offered", () => {
    const rooms = { kind: "phrase", phrases: ["the garden room", "the roof terrace"] } as const;
    expect(matchExpected("The rough terrace.", [rooms])).toBe("the roof terrace");
    expect(matchExpected("Something else", [rooms])).toBe("Something else");
  });
});

describe("a long answer is spoken clause by clause", () => {
  test("the first one short, so that it is heard soon", () => {
    expect(clausesOf("Certainly, we open at nine. Dr. Otieno is in from ten, and on Friday, too.")).toEqual([
      "Certainly, we open at nine.",
      "Dr. Otieno is in from ten, and on Friday, too.",
    ]);
    expect(clausesOf("Hello.")).toEqual(["Hello."]);
    expect(clausesOf("...")).toEqual([]);
  });
  test("no word is lost", () => {
    const text =
      "One moment please, I am looking it up for you; yes: there is a table at seven, by the window, for four people, on Friday.";
    expect(clausesOf(text).join(" ")).toBe(text);
  });
});
