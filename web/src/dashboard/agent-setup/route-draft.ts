/** Fixed answers, as the editor shows them and as they stand in the document. Pure. */
import type { Routes } from "@ongea/contract";

export type Route = Routes["routes"][number];

export interface RouteDraft {
  name: string;
  /** One a line. */
  examples: string;
  /** One a line: they are given in turn. */
  answers: string;
}

export const MOST_ROUTES = 50;

export function routeDraft({ route_name: name, utterances, response }: Route): RouteDraft {
  return { name, examples: utterances.join("\n"), answers: [response].flat().join("\n") };
}

/** What its form does not show is kept. */
export function routeWith(before: Route, { name, examples, answers }: RouteDraft): Route {
  const lines = answers.split("\n");
  const response = lines.length > 1 || Array.isArray(before.response) ? lines : answers;
  return { ...before, route_name: name, utterances: examples.split("\n"), response };
}

export function newRoute(routes: readonly Route[]): Route {
  const taken = new Set(routes.map(({ route_name }) => route_name));
  let n = routes.length + 1;
  while (taken.has(`route_${n}`)) n++;
  return { route_name: `route_${n}`, utterances: [], response: "" };
}
