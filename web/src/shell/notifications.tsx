import { type Notification, readNotifications } from "@ongea/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { server } from "../server.ts";
import { Button } from "../ui/button.tsx";
import { Empty } from "../ui/empty.tsx";
import type { Opened } from "../ui/later.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Popover } from "../ui/popover.tsx";
import { toast } from "../ui/toast.ts";
import { problemIn, useWords } from "../words/index.ts";
import { useNotifications } from "./use-notifications.ts";
import { Happened } from "./happened.tsx";

/** The latest notifications; those that are new say so in words, and are read when somebody marks them. */
export function Notifications({ trigger, defaultOpen }: Opened): React.ReactNode {
  const words = useWords();
  const list = useNotifications();
  const mark = useMarkRead();
  return (
    <Popover trigger={trigger} label={words.say("shell.notifications")} defaultOpen={defaultOpen}>
      <div className="section-head">
        <h2>{words.say("shell.notifications")}</h2>
        {list.data && list.data.unread > 0 && (
          <button type="button" className="link" disabled={mark.isPending} onClick={() => mark.mutate(undefined)}>
            {words.say("shell.mark_all_read")}
          </button>
        )}
      </div>
      <Loaded query={list} rows={3}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title={words.say("shell.notifications_none")}>{words.say("shell.notifications_none_note")}</Empty>
          ) : (
            <ol className="events scrolled" aria-live="polite">
              {data.map((one) => (
                <Happened key={one.id} happening={one}>
                  {!one.read && <MarkRead notification={one} mark={() => mark.mutate([one.id])} />}
                </Happened>
              ))}
            </ol>
          )
        }
      </Loaded>
    </Popover>
  );

  function useMarkRead() {
    const queries = useQueryClient();
    return useMutation({
      mutationFn: (ids: string[] | undefined) => server.call(readNotifications, { body: ids ? { ids } : {} }),
      onSuccess: () => queries.invalidateQueries({ queryKey: ["notifications"] }),
      onError: (error) => toast(words.say("shell.error"), problemIn(words, error), "bad"),
    });
  }
}

function MarkRead({ notification, mark }: { notification: Notification; mark: () => void }): React.ReactNode {
  const words = useWords();
  return (
    <span className="flex items-center gap-2">
      <b className="hint">{words.say("shell.unread")}</b>
      <Button
        rank="quiet"
        icon="check"
        aria-label={words.say("shell.mark_read")}
        title={words.say("shell.mark_read")}
        onClick={mark}
        data-id={notification.id}
      />
    </span>
  );
}
