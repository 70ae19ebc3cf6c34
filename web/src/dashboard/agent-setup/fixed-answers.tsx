/** Answers that are given without a model, to sentences that are like an example. */
import { CONVERSATION_PATH, type Routes, routesOf, valueAt } from "@ongea/contract";
import { useWords } from "../../words/index.ts";
import { EntryList } from "./entry-list.tsx";
import type { Bound } from "./fields.tsx";
import { MOST_ROUTES, newRoute, routeDraft, routeWith, type Route, type RouteDraft } from "./route-draft.ts";

const PATH = [...CONVERSATION_PATH, "tools_config", "llm_agent", "routes"] as const;

export function FixedAnswers({ bound }: { bound: Bound }): React.ReactNode {
  const words = useWords();
  const routes = routesOf(bound.document);
  const write = (next: readonly Route[]): void => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the document has nothing else at this place
    const before = valueAt(bound.document, PATH) as Routes | null | undefined;
    bound.set(PATH, { ...before, routes: next });
  };
  const entries = routes.map((route, at) => {
    const draft = routeDraft(route);
    const change = (part: Partial<RouteDraft>): void => write(routes.with(at, routeWith(route, { ...draft, ...part })));
    return {
      name: draft.name,
      remove: words.say("agents.function_remove", { name: draft.name }),
      gone: () => write(routes.toSpliced(at, 1)),
      fields: [
        { label: words.say("agents.route_name"), most: 200, value: draft.name, set: (name: string) => change({ name }) },
        {
          label: words.say("agents.route_examples"),
          note: words.say("agents.route_examples_note"),
          most: 10_000,
          rows: 3,
          value: draft.examples,
          set: (examples: string) => change({ examples }),
        },
        {
          label: words.say("agents.route_answers"),
          note: words.say("agents.route_answers_note"),
          most: 4_000,
          rows: 2,
          value: draft.answers,
          set: (answers: string) => change({ answers }),
        },
      ],
    };
  });
  return (
    <EntryList
      title={words.say("agents.routes")}
      note={words.say("agents.routes_note")}
      add={{
        label: words.say("agents.route_add"),
        act: () => write([...routes, newRoute(routes)]),
        isFull: routes.length >= MOST_ROUTES,
      }}
      entries={entries}
      readOnly={bound.readOnly}
    />
  );
}
