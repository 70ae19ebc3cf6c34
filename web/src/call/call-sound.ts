/** The sound of a call, whatever carries it. */
export interface CallSound {
  /** A message beside the sound; nothing where it is not connected any more. */
  send(message: PageMessage): void;
  close(): void;
}

/** What a page says beside its sound. */
export type PageMessage = { kind: "key"; digit: string } | { kind: "bye" };
