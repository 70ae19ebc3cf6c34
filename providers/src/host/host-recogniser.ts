import { FRAME_MS, ANALYSIS_RATE_HZ, type Listening, type Recogniser, type RecogniserListener } from "@ongea/conversation";
import { bytesOf } from "./frames.ts";
import { codeOf, type HostLink } from "./link.ts";
import { fromListening, type ToListening } from "./listening-messages.ts";

/** Frames are sent this many at a time; a pause sends what there is. */
const FRAMES_AT_ONCE = 4;
const FRAME_SAMPLES = (ANALYSIS_RATE_HZ * FRAME_MS) / 1_000;

/** STT: a recogniser that lives in a speech host. Frames of any length are sent in pieces of at most {@link FRAMES_AT_ONCE}. */
export function createHostRecogniser(link: HostLink, name: string): Recogniser {
  return { name, listen: (options, listener) => listen(link, options, listener) };
}

function listen(
  link: HostLink,
  options: { language: string; keywords: readonly string[] },
  listener: RecogniserListener,
): Listening {
  const packet = new Int16Array(FRAMES_AT_ONCE * FRAME_SAMPLES);
  let filled = 0;
  let utterance: number | undefined;
  let open = true;
  const stream = link.open("ears", options, {
    told: (say) => {
      const { data: answer } = fromListening.safeParse(say);
      if (!answer || answer.id !== utterance) return;
      if (answer.op === "partial") listener.partial(answer.id, answer.words);
      else if (answer.op === "settled") listener.settled(answer.id, answer.pause, answer.words);
      else listener.failed({ code: codeOf(answer.code), message: answer.message }, answer.id);
    },
    ended: (problem) => {
      if (open) listener.failed(problem ?? { code: "unavailable", message: "the recogniser ended" });
      open = false;
    },
  });
  const tell = (message: ToListening, body?: Uint8Array): void => {
    if (open) stream.tell(message, body);
  };
  const flush = (): void => {
    if (filled > 0 && utterance !== undefined) tell({ op: "hear", id: utterance }, bytesOf(packet.subarray(0, filled)));
    filled = 0;
  };
  return {
    hear(frame) {
      if (utterance === undefined) return;
      for (let at = 0; at < frame.length;) {
        const piece = frame.subarray(at, at + packet.length - filled);
        packet.set(piece, filled);
        filled += piece.length;
        at += piece.length;
        if (filled === packet.length) flush();
      }
    },
    begin(id) {
      utterance = id;
      filled = 0;
      tell({ op: "begin", id });
    },
    pause(id, pause) {
      flush();
      tell({ op: "pause", id, pause });
    },
    resume(id) {
      flush();
      tell({ op: "resume", id });
    },
    end(id) {
      if (utterance === id) utterance = undefined;
      filled = 0;
      tell({ op: "end", id });
    },
    expect: (expected) => tell({ op: "expect", expected: [...expected] }),
    close() {
      open = false;
      stream.end();
    },
  };
}
