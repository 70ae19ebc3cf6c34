import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Loading } from "../../ui/loaded.tsx";
import { useWords } from "../../words/index.ts";
import { type BoardFilter } from "./filter.ts";
import { useMayShare } from "../../shell/may-share.ts";
import { partLater } from "../../ui/part-later.tsx";

const MailList = partLater(async () => (await import("./mail-list.tsx")).MailList, { waiting: () => <Loading rows={2} /> });

/** Opens what goes out by e-mail; it is fetched then. */
export function BoardMails({ wanted }: { wanted: BoardFilter }): React.ReactNode {
  const words = useWords();
  const [isOpen, setIsOpen] = useState(false);
  const label = words.say("analytics.mails");
  if (!useMayShare()) return null;
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{label}</Button>
      <Dialog open={isOpen} onOpenChange={setIsOpen} title={label}>
        <MailList wanted={wanted} />
      </Dialog>
    </>
  );
}
