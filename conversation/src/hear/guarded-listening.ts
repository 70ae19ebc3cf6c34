import type { Listening } from "../ports.ts";

/**
 * A recogniser that throws has failed, whether it is asked to listen or later: another takes over, and the frame path goes on. It is asked to
 * listen when it is first told anything, so that whoever employs it knows it by then. After a failure it is told nothing more.
 */
export function guardedListening(listen: () => Listening, failed: (cause: unknown) => void): Listening {
  let inner: Listening | undefined;
  let isBroken = false;
  const told = (): Listening | undefined => (isBroken ? undefined : (inner ??= listen()));
  const broke = (cause: unknown): void => {
    isBroken = true;
    failed(cause);
  };
  const guarded = (act: () => void): void => {
    try {
      act();
    } catch (cause) {
      broke(cause);
    }
  };
  return {
    // For every frame: no closure.
    hear(frame) {
      try {
        told()?.hear(frame);
      } catch (cause) {
        broke(cause);
      }
    },
    begin: (id) => guarded(() => told()?.begin(id)),
    pause: (id, pause) => guarded(() => told()?.pause(id, pause)),
    resume: (id) => guarded(() => told()?.resume(id)),
    end: (id) => guarded(() => told()?.end(id)),
    expect: (expected) => guarded(() => told()?.expect(expected)),
    close: () => guarded(() => inner?.close()),
  };
}
