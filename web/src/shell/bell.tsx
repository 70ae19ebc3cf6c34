import { Icon } from "../ui/icon.tsx";
import { opensLater } from "../ui/later.tsx";
import { useWords } from "../words/index.ts";
import { useNotifications } from "./use-notifications.ts";

const List = opensLater(async () => (await import("./notifications.tsx")).Notifications);
const MOST_SHOWN = 99;

/** Notifications, with how many are unread. */
export function Bell(): React.ReactNode {
  const words = useWords();
  const { data } = useNotifications();
  const unread = data?.unread ?? 0;
  return (
    <List
      button={(props) => (
        <button
          type="button"
          className="button quiet square bell"
          aria-label={words.say("shell.notifications_unread", { count: unread })}
          {...props}
        >
          <Icon name="bell" />
          {unread > 0 && (
            <span className="count" aria-hidden="true">
              {unread > MOST_SHOWN ? `${MOST_SHOWN}+` : words.number(unread)}
            </span>
          )}
        </button>
      )}
    />
  );
}
