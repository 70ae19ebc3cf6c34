/**
 * A company that puts calls through to our SIP client says in no INVITE which of them it is. So each trunk is told of one call at a time: the
 * next INVITE by it is that call's, and the next call waits until it has come.
 */
export interface Dialled<T> {
  /** The company may be told to put this call through. False: others have waited too long, or too many wait. */
  next(trunkId: string, what: T): Promise<boolean>;
  /** An INVITE has come by this trunk. Undefined: nobody was told to send it. */
  claim(trunkId: string): T | undefined;
}

export interface DialledParts<T> {
  /** Its INVITE has not come. */
  missed(what: T): void;
  /** From the answer to the INVITE. */
  comesWithinMs?: number;
  /** For those before. */
  waitsMs?: number;
}

const COMES_WITHIN_MS = 8_000;
/** A company does not wait long for its answer. */
const WAITS_MS = 5_000;
const MOST_WAITING = 20;

interface Turn<T> {
  what: T;
  over(): void;
}

export function createDialled<T>(parts: DialledParts<T>): Dialled<T> {
  const { missed, comesWithinMs = COMES_WITHIN_MS, waitsMs = WAITS_MS } = parts;
  const turns = new Map<string, Turn<T>>();
  const waiting = new Map<string, (() => void)[]>();

  function begin(trunkId: string, what: T): void {
    const late = setTimeout(() => {
      turn.over();
      missed(what);
    }, comesWithinMs);
    const turn: Turn<T> = {
      what,
      over() {
        clearTimeout(late);
        turns.delete(trunkId);
        const [first, ...others] = waiting.get(trunkId) ?? [];
        if (others.length > 0) waiting.set(trunkId, others);
        else waiting.delete(trunkId);
        first?.();
      },
    };
    turns.set(trunkId, turn);
  }

  return {
    async next(trunkId, what) {
      if (!turns.has(trunkId)) {
        begin(trunkId, what);
        return true;
      }
      const before = waiting.get(trunkId) ?? [];
      if (before.length >= MOST_WAITING) return false;
      return new Promise((resolve) => {
        const mine = (): void => {
          clearTimeout(late);
          begin(trunkId, what);
          resolve(true);
        };
        const late = setTimeout(() => {
          const left = (waiting.get(trunkId) ?? []).filter((one) => one !== mine);
          if (left.length > 0) waiting.set(trunkId, left);
          else waiting.delete(trunkId);
          resolve(false);
        }, waitsMs);
        waiting.set(trunkId, [...before, mine]);
      });
    },
    claim(trunkId) {
      const turn = turns.get(trunkId);
      turn?.over();
      return turn?.what;
    },
  };
}
