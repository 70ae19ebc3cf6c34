import { listNotifications } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { server } from "../server.ts";
import { Icon } from "../ui/icon.tsx";
import { opensLater } from "../ui/later.tsx";
import { useWords } from "../words/index.ts";

const List = opensLater(async () => ({ default: (await import("./notifications.tsx")).Notifications }));
const LATEST = 20;
const MOST_SHOWN = 99;

export function useNotifications() {
  return useQuery({ queryKey: ["notifications"], queryFn: () => server.call(listNotifications, { query: { limit: LATEST } }) });
}

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
          {unread > 0 && <span className="count">{unread > MOST_SHOWN ? `${MOST_SHOWN}+` : words.number(unread)}</span>}
        </button>
      )}
    />
  );
}
