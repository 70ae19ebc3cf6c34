/** Who of a batch of calls is written to when their call is over, and what. */
import { FOLLOW_UP_OCCASIONS, type BatchGoal, type FollowUpOccasion } from "@ongea/contract";
import { useWords } from "../../words/index.ts";
import { MessageFields, type MessageChoices, type MessageDraft } from "./message-fields.tsx";

/** Those that there are: without a goal nobody reaches it. */
export function occasionsOf(chosen: readonly FollowUpOccasion[], goal: BatchGoal | null | undefined): FollowUpOccasion[] {
  return FOLLOW_UP_OCCASIONS.filter((one) => chosen.includes(one) && (one === "unanswered" || Boolean(goal)));
}

interface FollowUpProps {
  chosen: readonly FollowUpOccasion[];
  goal: BatchGoal | undefined;
  choose: (chosen: FollowUpOccasion[]) => void;
  draft: MessageDraft;
  choices: MessageChoices;
  set: (change: Partial<MessageDraft>) => void;
}

export function FollowUpFields({ chosen, goal, choose, draft, choices, set }: FollowUpProps): React.ReactNode {
  const words = useWords();
  return (
    <fieldset className="grid min-w-0 gap-2 border-0 p-0">
      <legend className="pb-1 font-bold">{words.say("batches.follow_up")}</legend>
      {occasionsOf(FOLLOW_UP_OCCASIONS, goal).map((one) => (
        <label key={one} className="flex items-center gap-2">
          <input
            type="checkbox"
            checked={chosen.includes(one)}
            onChange={({ target }) => choose(target.checked ? [...chosen, one] : chosen.filter((other) => other !== one))}
          />
          {words.say(`batches.follow_${one}`)}
        </label>
      ))}
      {chosen.length > 0 && (
        <>
          <p className="hint">{words.say("batches.follow_up_hint")}</p>
          <MessageFields draft={draft} choices={choices} set={set} />
        </>
      )}
    </fieldset>
  );
}
