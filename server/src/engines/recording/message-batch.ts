/**
 * Messages between threads cost mostly by the piece. What is told in one moment goes together; what only people who watch would miss, how loud
 * a call is, waits for the next message of any call, or for a tenth of a second. Order is kept.
 */
export interface Outbox<Message> {
  tell(message: Message): void;
}

export interface OutboxOptions<Message> {
  post(messages: readonly Message[]): void;
  /** It may wait for so long, ms. */
  patienceMs?(message: Message): number;
  /** At the end of this moment; a test has its own. */
  soon?(act: () => void): void;
  later?(act: () => void, ms: number): void;
}

export function createOutbox<Message>(options: OutboxOptions<Message>): Outbox<Message> {
  const {
    post,
    patienceMs = () => 0,
    soon = (act) => void setImmediate(act),
    later = (act, ms) => void setTimeout(act, ms),
  } = options;
  let held: Message[] = [];
  let isDue = false;
  let isWaiting = false;

  function flush(): void {
    isDue = false;
    if (held.length === 0) return;
    const messages = held;
    held = [];
    post(messages);
  }

  return {
    tell(message) {
      held.push(message);
      if (isDue) return;
      const ms = patienceMs(message);
      if (ms === 0) {
        isDue = true;
        soon(flush);
      } else if (!isWaiting) {
        isWaiting = true;
        later(() => {
          isWaiting = false;
          flush();
        }, ms);
      }
    },
  };
}
