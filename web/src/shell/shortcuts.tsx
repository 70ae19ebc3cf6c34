/** Every shortcut of the dashboard, in one list. */
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { type FurtherArea, type SentenceId, useAreas, useWords } from "../words/index.ts";

const AREAS: readonly FurtherArea[] = ["palette"];
const IS_MAC = /Mac|iPhone|iPad/.test(navigator.userAgent);
const COMMAND = IS_MAC ? "⌘" : "Ctrl";

type Keys = readonly string[];
/** Where they work; keys that are pressed together or stand for one another, and what they do. */
const SHORTCUTS: readonly { place: SentenceId; keys: readonly (readonly [Keys, SentenceId])[] }[] = [
  {
    place: "palette.keys_anywhere",
    keys: [
      [[COMMAND, "K"], "palette.keys_search"],
      [["["], "palette.keys_sidebar"],
      [["?"], "palette.shortcuts"],
    ],
  },
  {
    place: "palette.keys_list",
    keys: [
      [["J"], "palette.keys_down"],
      [["K"], "palette.keys_up"],
      [["Enter"], "palette.keys_open"],
    ],
  },
  { place: "palette.keys_editor", keys: [[[COMMAND, "S"], "palette.keys_save"]] },
  {
    place: "palette.keys_call",
    keys: [
      [["Space"], "palette.keys_play"],
      [["←", "→"], "palette.keys_turns"],
    ],
  },
];

export function Shortcuts({ close }: { close: () => void }): React.ReactNode {
  useAreas(AREAS);
  const words = useWords();
  return (
    <Dialog open onOpenChange={close} title={words.say("palette.shortcuts")}>
      <div className="grid gap-4">
        {SHORTCUTS.map(({ place, keys }) => (
          <section key={place} className="grid gap-2">
            <h3 className="m-0 font-bold">{words.say(place)}</h3>
            <dl className="m-0 grid grid-cols-[7rem_minmax(0,1fr)] gap-x-4 gap-y-2">
              {keys.map(([pressed, does]) => (
                <div key={does} className="contents">
                  <dt dir="ltr" className="text-start">
                    {pressed.map((key) => (
                      <kbd key={key} className="me-1">
                        {key}
                      </kbd>
                    ))}
                  </dt>
                  <dd className="m-0">{words.say(does)}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <div>
        <Button onClick={close}>{words.say("shell.close")}</Button>
      </div>
    </Dialog>
  );
}
