/** How a thread went by the rules that concern it, part by part, each with the message that decided it. */
import { listThreadChecks, reviewThreadCheck, type ThreadMessage } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { RuleResults } from "../../call/rule-results.tsx";
import { server } from "../../server.ts";
import { Button } from "../../ui/button.tsx";
import { useWords } from "../../words/index.ts";
import { threadKey } from "./keys.ts";

interface ThreadChecksProps {
  threadId: string;
  /** Those on the screen. */
  messages: readonly ThreadMessage[];
  goTo: (messageId: string) => void;
}

export function ThreadChecks({ threadId, messages, goTo }: ThreadChecksProps): React.ReactNode {
  const words = useWords();
  const key = [...threadKey(threadId), "checks"];
  const checks = useQuery({
    queryKey: key,
    queryFn: () => server.call(listThreadChecks, { params: { thread_id: threadId } }),
  });
  const messageOf = (id: string | null): ThreadMessage | undefined => messages.find((message) => message.id === id);
  return (
    <RuleResults
      checks={checks.data?.data ?? []}
      keyOf={({ id }) => id}
      quoteOf={({ kind, message_id: id }) => (kind === "judged" ? messageOf(id)?.text : undefined)}
      placeOf={({ message_id: id, checked_at: at, name }) => (
        <>
          <time className="hint" dateTime={at}>
            {words.moment(at)}
          </time>
          {id !== null && messageOf(id) && (
            <Button rank="quiet" onClick={() => goTo(id)} aria-label={words.say("compliance.show_message_of", { name })}>
              {words.say("compliance.show_message")}
            </Button>
          )}
        </>
      )}
      review={({ id: check_id }, passed) =>
        server.call(reviewThreadCheck, { params: { thread_id: threadId, check_id }, body: { passed } })
      }
      changes={[key]}
    />
  );
}
