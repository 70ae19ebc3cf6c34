/** The sound of a call, whatever carries it. */
export interface CallSound {
  /** A message beside the sound; nothing where it is not connected any more. */
  send(message: PageMessage): void;
  /** Says goodbye. Whether the other side has ended the call then; undefined: it is not connected, and nothing is said. */
  bye(): Promise<boolean> | undefined;
  close(): void;
}

/** What a page says beside its sound. */
export type PageMessage = { kind: "key"; digit: string } | { kind: "bye" };

/** Less than the second that a widget's frame is given to hang up. */
const OVER_WITHIN_MS = 800;

/** Whether it is closed, by the other side, before long. */
export function isClosedSoon(carrier: EventTarget): Promise<boolean> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(false), OVER_WITHIN_MS);
    carrier.addEventListener("close", () => resolve(true), { once: true });
  });
}
