/** The caller's microphone, or silence when there is none: a call can also be typed. */

/** `insecure`: the page's address is not secure, so the browser gives no microphone. */
type MicrophoneProblem = "refused" | "missing" | "insecure" | "busy";

export interface OpenedMicrophone {
  stream: MediaStream;
  problem?: MicrophoneProblem;
}

/** Nothing: the question was waved away without an answer, with Escape say. */
export async function openMicrophone(): Promise<OpenedMicrophone | undefined> {
  if (!navigator.mediaDevices) return { stream: silence(), problem: "insecure" };
  try {
    return {
      stream: await navigator.mediaDevices.getUserMedia({
        audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true },
      }),
    };
  } catch (error) {
    if (wasDismissed(error)) return undefined;
    return { stream: silence(), problem: problemOf(error) };
  }
}

/** Chromium alone tells it apart from a no, and by its message only. */
function wasDismissed(error: unknown): boolean {
  return error instanceof DOMException && error.name === "NotAllowedError" && error.message === "Permission dismissed";
}

function problemOf(error: unknown): MicrophoneProblem {
  const name = error instanceof DOMException ? error.name : "";
  if (name === "NotFoundError" || name === "OverconstrainedError") return "missing";
  return name === "NotReadableError" || name === "AbortError" ? "busy" : "refused";
}

/** One for all calls of a page: nothing else would close them. */
let quiet: AudioContext | undefined;

export function silence(): MediaStream {
  quiet ??= new AudioContext();
  return quiet.createMediaStreamDestination().stream;
}
