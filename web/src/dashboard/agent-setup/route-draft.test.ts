import { expect, test } from "vitest";
import { newRoute, routeDraft, routeWith } from "./route-draft.ts";

const WRITTEN = {
  route_name: "politics",
  utterances: ["Who will win?", "Whom?"],
  response: "No opinion",
  score_threshold: 0.9,
  note: "x",
};

test("a fixed answer is shown a line an example, changed, and what the form does not show is kept", () => {
  expect(routeDraft(WRITTEN)).toEqual({ name: "politics", examples: "Who will win?\nWhom?", answers: "No opinion" });
  const changed = routeWith(WRITTEN, { name: "votes", examples: "Who?\n", answers: "None\nNone of ours" });
  expect(changed).toEqual({ ...WRITTEN, route_name: "votes", utterances: ["Who?", ""], response: ["None", "None of ours"] });
  expect(routeWith({ ...WRITTEN, response: ["A"] }, { ...routeDraft(WRITTEN), answers: "B" }).response).toEqual(["B"]);
});

test("a new one has a name that no other has", () => {
  expect(newRoute([WRITTEN, { ...WRITTEN, route_name: "route_3" }]).route_name).toBe("route_4");
});
