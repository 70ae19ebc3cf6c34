import { Toast as Radix } from "radix-ui";
import { useWords } from "../words/index.ts";
import { Icon } from "./icon.tsx";
import { closeToast, useToasts } from "./toast.ts";

const GOOD_STAYS_MS = 6_000;
const WITH_ACT_STAYS_MS = 15_000;

export function Toasts(): React.ReactNode {
  const words = useWords();
  const told = useToasts();
  const away = words.direction === "rtl" ? "left" : "right";
  return (
    <Radix.Provider duration={GOOD_STAYS_MS} label={words.say("shell.toast")} swipeDirection={away}>
      {told.map(({ id, title, sentence, bad, act }) => (
        <Radix.Root
          key={id}
          className={bad ? "toast bad" : "toast"}
          type={bad || act ? "foreground" : "background"}
          {...(bad ? { duration: Number.POSITIVE_INFINITY } : act ? { duration: WITH_ACT_STAYS_MS } : {})}
          onOpenChange={(open) => !open && closeToast(id)}
        >
          <Radix.Title className="font-bold">{title}</Radix.Title>
          {sentence !== undefined && <Radix.Description>{sentence}</Radix.Description>}
          {act && (
            <Radix.Action className="link" altText={act.label} onClick={act.do}>
              {act.label}
            </Radix.Action>
          )}
          <Radix.Close className="toast-close" aria-label={words.say("shell.close")}>
            <Icon name="close" />
          </Radix.Close>
        </Radix.Root>
      ))}
      <Radix.Viewport className="toasts" label={words.say("shell.toasts")} />
    </Radix.Provider>
  );
}
