/** Which of the calls behind a board are listed. */
import { CountedCalls } from "@ongea/contract";
import { useWords } from "../../words/index.ts";
import type { BoardFilter } from "./filter.ts";
import { Choice, useChange } from "./filters.tsx";

export function CountedChoice({ wanted }: { wanted: BoardFilter }): React.ReactNode {
  const words = useWords();
  const set = useChange();
  return (
    <Choice
      label={words.say("analytics.which_calls")}
      value={wanted.counted ?? ""}
      set={(one) => set({ counted: one })}
      options={[
        ["", words.say("analytics.all_calls")],
        ...CountedCalls.options.map((one) => [one, words.say(`analytics.${one}`)] as const),
      ]}
    />
  );
}
