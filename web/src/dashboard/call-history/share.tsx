/** A link to a call, or to a moment of it: whoever opens it must belong to the workspace. */
import { useState } from "react";
import { clock } from "../../call/clock.ts";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import { Copy } from "../../ui/copy.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { useWords } from "../../words/index.ts";

export function ShareCall({ id, atMs }: { id: string; atMs: number }): React.ReactNode {
  const words = useWords();
  const [isOpen, setOpen] = useState(false);
  const [isAtMoment, setAtMoment] = useState(true);
  const seconds = Math.floor(atMs / 1_000);
  const moment = isAtMoment && seconds > 0 ? `?t=${seconds}` : "";
  return (
    <>
      <Button onClick={() => setOpen(true)}>{words.say("history.share")}</Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title={words.say("history.share")}
        description={words.say("history.share_note")}
      >
        {seconds > 0 && (
          <label className="flex items-center gap-2">
            <input type="checkbox" checked={isAtMoment} onChange={({ target }) => setAtMoment(target.checked)} />
            {words.say("history.share_at", { clock: clock(atMs) })}
          </label>
        )}
        <Copy text={location.origin + paths.call(id) + moment} />
      </Dialog>
    </>
  );
}
