/** By what the calls of a table are put together: a property, or the values of a question about calls. */
import { listDispositions } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { server } from "../../server.ts";
import { useWords } from "../../words/index.ts";
import { type BoardFilter, GROUPS } from "./filter.ts";
import { Choice, useChange } from "./filters.tsx";

const OF_QUESTION = "disposition:";

export function GroupChoice({ wanted }: { wanted: BoardFilter }): React.ReactNode {
  const words = useWords();
  const set = useChange();
  const questions = useQuery({
    queryKey: ["dispositions"],
    queryFn: () => server.call(listDispositions, { query: {} }),
  });
  const { disposition } = wanted.filters;
  const asked = (questions.data ?? []).flatMap(({ is_objective: hasValues, category, name }) =>
    hasValues ? [`${category}/${name}`] : [],
  );
  // A question that was deleted is still a property of the calls that it was asked about.
  const keys = new Set([...asked, ...(wanted.group === "disposition" && disposition ? [disposition] : [])]);
  return (
    <Choice
      label={words.say("analytics.group_by")}
      value={wanted.group === "disposition" ? `${OF_QUESTION}${disposition}` : wanted.group}
      set={(chosen) =>
        set(
          chosen.startsWith(OF_QUESTION)
            ? { group: "disposition", disposition: chosen.slice(OF_QUESTION.length), disposition_value: "" }
            : { group: chosen },
        )
      }
      options={[
        ...GROUPS.filter((group) => group !== "disposition").map((group) => [group, words.say(`analytics.by_${group}`)] as const),
        ...[...keys].map((key) => [`${OF_QUESTION}${key}`, `${words.say("analytics.by_disposition")}: ${key}`] as const),
      ]}
    />
  );
}
