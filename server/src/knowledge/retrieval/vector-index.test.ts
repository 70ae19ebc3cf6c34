import fc from "fast-check";
import { expect, test } from "vitest";
import { packed } from "../embedding/vectors.ts";
import { HybridIndex } from "./hybrid-index.ts";
import { VectorIndex } from "./vector-index.ts";

const directions = (length: number) =>
  fc.array(fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: length, maxLength: length }), {
    minLength: 1,
    maxLength: 60,
  });
const vectorOf = (direction: readonly number[]): Int8Array => packed(Float32Array.from([...direction, 0.001]));

test("the nearest are found in the order of their cosines, by the processor's own way as by the plain one", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 70 }).chain((length) => directions(length)),
      (all) => {
        const [fast, plain] = [new VectorIndex(all[0]!.length + 1), new VectorIndex(all[0]!.length + 1, false)];
        all.forEach((one, number) => [fast, plain].forEach((index) => index.add(number, vectorOf(one))));
        const asked = vectorOf(all[0]!);
        const found = fast.find(asked, 10);
        expect(found).toEqual(plain.find(asked, 10));
        expect(found[0]?.score).toBeCloseTo(1, 5);
        for (let at = 1; at < found.length; at++) expect(found[at]!.score).toBeLessThanOrEqual(found[at - 1]!.score);
      },
    ),
    { numRuns: 60 },
  );
});

test("ten thousand vectors and more are held, each found by its own, and of those that are allowed alone", () => {
  const index = new VectorIndex(40);
  const vector = (number: number): Int8Array =>
    packed(Float32Array.from({ length: 40 }, (_, at) => Math.sin(number * 7.3 + at * at + number * at)));
  for (let number = 0; number < 12_000; number++) index.add(number, vector(number));
  for (const number of [0, 10_921, 10_922, 10_923, 11_999]) expect(index.find(vector(number), 1)[0]?.number).toBe(number);
  const allowed = index.find(vector(5), 20, (number) => number % 2 === 0).map(({ number }) => number);
  expect(allowed.every((number) => number % 2 === 0)).toBe(true);
});

const passage = (position: number, text: string, vector: readonly number[] | null) => ({
  itemId: vector ? "with" : "without",
  position,
  title: "",
  heading: "",
  page: null,
  lastPage: null,
  text,
  space: vector && "model",
  vector: vector && new Uint8Array(packed(Float32Array.from(vector)).buffer),
});
const asked = (question: string, vector?: readonly number[]) => ({
  question,
  most: 3,
  only: undefined,
  vectors: new Map(vector ? [["model", packed(Float32Array.from(vector))]] : []),
});

test("words and meanings are joined: what both find comes first, and what has no vector is not put behind", () => {
  const index = new HybridIndex();
  index.add(passage(0, "Parking is behind the church.", [1, 0]));
  index.add(passage(1, "The gate is green.", [0, 1]));
  index.add(passage(2, "Tickets for the ferry are sold on Mondays.", null));
  const first = (...of: Parameters<typeof asked>) => index.find(asked(...of))[0]?.text;
  expect(first("where is parking", [1, 0.1])).toMatch(/Parking/);
  expect(first("naweza kuegesha gari", [1, 0.1])).toMatch(/Parking/);
  expect(first("when are ferry tickets sold", [0.5, 0.5])).toMatch(/ferry/);
  expect(first("when are ferry tickets sold")).toMatch(/ferry/);
  expect(index.find(asked("hello there", [1, 0]))).toEqual([]);
  expect(index.find({ ...asked("where is parking", [1, 0]), only: ["without"] })).toEqual([]);
});

test("vectors of another length, or of a model that was not asked, are not compared", () => {
  const index = new HybridIndex();
  index.add(passage(0, "Parking is behind the church.", [1, 0, 0]));
  expect(index.find(asked("gari", [1, 0]))).toEqual([]);
});

test("a question that comes no nearer than questions about nothing finds nothing, and no word brings it back", () => {
  const index = new HybridIndex();
  index.add(passage(0, "Parking is behind the church.", [1, 0, 0.2]));
  index.add(passage(1, "The gate is green.", [0, 1, 0.2]));
  index.add(passage(2, "Tickets for the church fair are sold on Mondays.", null));
  const far = [
    [0, 0, 1],
    [0.1, 0, 1],
    [0, 0.1, 1],
    [0.1, 0.1, 1],
  ];
  const nothing = new Map([["model", far.map((one) => packed(Float32Array.from(one)))]]);
  const found = (question: string, vector: readonly number[]) =>
    index.find({ ...asked(question, vector), nothing }).map(({ position }) => position);
  expect(found("where is parking", [1, 0.1, 0.2])).toContain(0);
  expect(found("are there tickets for the church fair", [0.05, 0.05, 1])).toEqual([2]);
  expect(found("what is the capital of mongolia", [0.05, 0.05, 1])).toEqual([]);
});
