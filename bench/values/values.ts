/** Spoken values of a set that others wrote, read by the value readers: by language and by kind. */
import { readFileSync } from "node:fs";
import { isValueKind, readValue } from "@ongea/conversation/values";
import { z } from "zod";
import type { Results } from "../driver/table.ts";
import { judge, type ValueCase, type Verdict } from "./judge.ts";

const ValueSet = z.looseObject({
  now: z.string(),
  country: z.string(),
  cases: z.array(
    z.looseObject({
      language: z.string(),
      kind: z.string(),
      asked: z.string(),
      said: z.string(),
      country: z.string().optional(),
      value: z.unknown(),
    }),
  ),
});

/** Regression: written without knowledge of the readers, which were then corrected by it. */
const OWN_SET = new URL("./spoken-values.json", import.meta.url);

/** `setFile`: a JSON file of spoken values, each with the value meant; absent: this project's own set. */
export function values(results: Results, setFile: string | undefined): Promise<void> {
  const { now, country, cases } = ValueSet.parse(JSON.parse(readFileSync(setFile ?? OWN_SET, "utf8")));
  const judged = cases.map((one) => ({ one, verdict: verdictOf(one, now, one.country ?? country) }));
  for (const by of ["language", "kind"] as const)
    for (const name of new Set(cases.map((one) => one[by])))
      results.add(`values by ${by}`, name, countOf(judged.filter(({ one }) => one[by] === name)));
  results.add("values", "all", countOf(judged));
  for (const { one, verdict } of judged)
    if (verdict !== "right") results.note(`${verdict}: ${one.language} ${one.kind}: “${one.said}”`);
  return Promise.resolve();
}

function verdictOf(one: ValueCase, localTime: string, country: string): Verdict {
  if (!isValueKind(one.kind)) return "asked";
  const found = readValue(one.kind, one.said, { language: one.language, localTime, country, question: one.asked });
  return judge(one, found?.alternatives ? { either: [found.value, ...found.alternatives] } : (found?.value ?? null));
}

function countOf(judged: readonly { verdict: Verdict }[]): Record<string, number | string> {
  const count = (verdict: Verdict): number => judged.filter((one) => one.verdict === verdict).length;
  const right = count("right");
  return {
    n: judged.length,
    right,
    "%": ((100 * right) / judged.length).toFixed(1),
    wrong: count("wrong"),
    false: count("false"),
    asked: count("asked"),
  };
}
