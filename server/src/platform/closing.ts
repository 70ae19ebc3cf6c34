/** Remembers how to end what was started, and ends it in the opposite order, each within its time, whatever fails on the way. */
export interface Closing {
  add(name: string, close: () => Promise<void> | void, timeoutMs?: number): void;
  closeAll(trouble: (name: string, error: unknown) => void): Promise<void>;
}

const TIMEOUT_MS = 20_000;

export function createClosing(): Closing {
  const closers: { name: string; close: () => Promise<void> | void; timeoutMs: number }[] = [];
  return {
    add: (name, close, timeoutMs = TIMEOUT_MS) => void closers.push({ name, close, timeoutMs }),
    async closeAll(trouble) {
      for (let next = closers.pop(); next; next = closers.pop()) {
        const { name, close, timeoutMs } = next;
        try {
          await within(timeoutMs, Promise.resolve(close()));
        } catch (error) {
          trouble(name, error);
        }
      }
    },
  };
}

async function within(timeoutMs: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`did not end within ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
