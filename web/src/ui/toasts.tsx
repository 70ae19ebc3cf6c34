import { Toast as Radix } from "radix-ui";
import { useWords } from "../words/index.ts";
import { Icon } from "./icon.tsx";
import { closeToast, useTold } from "./toast.ts";

const GOOD_STAYS_MS = 6_000;

export function Toasts(): React.ReactNode {
  const words = useWords();
  const told = useTold();
  const away = words.direction === "rtl" ? "left" : "right";
  return (
    <Radix.Provider duration={GOOD_STAYS_MS} label={words.say("shell.toast")} swipeDirection={away}>
      {told.map(({ id, title, sentence, bad }) => (
        <Radix.Root
          key={id}
          className={bad ? "toast bad" : "toast"}
          type={bad ? "foreground" : "background"}
          {...(bad ? { duration: Number.POSITIVE_INFINITY } : {})}
          onOpenChange={(open) => !open && closeToast(id)}
        >
          <Radix.Title className="font-bold">{title}</Radix.Title>
          {sentence !== undefined && <Radix.Description>{sentence}</Radix.Description>}
          <Radix.Close className="toast-close" aria-label={words.say("shell.close")}>
            <Icon name="close" />
          </Radix.Close>
        </Radix.Root>
      ))}
      <Radix.Viewport className="toasts" label={words.say("shell.toasts")} />
    </Radix.Provider>
  );
}
