/** The caller's microphone, or silence when there is none: a call can also be typed. */

export type MicrophoneProblem = "refused" | "missing" | "insecure" | "busy";

export const MICROPHONE_WORDS: Record<MicrophoneProblem, string> = {
  refused: "The microphone is blocked for this page. Allow it in the address bar and call again, or type instead.",
  missing: "No microphone was found. Connect one and call again, or type instead.",
  insecure:
    "This address is not secure, so the browser gives no microphone. Open the page over https or on localhost, or type instead.",
  busy: "Another program is using the microphone. Close it and call again, or type instead.",
};

export async function openMicrophone(): Promise<{ stream: MediaStream; problem?: MicrophoneProblem }> {
  if (!navigator.mediaDevices) return { stream: silence(), problem: "insecure" };
  try {
    return {
      stream: await navigator.mediaDevices.getUserMedia({
        audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true },
      }),
    };
  } catch (error) {
    return { stream: silence(), problem: problemOf(error) };
  }
}

function problemOf(error: unknown): MicrophoneProblem {
  const name = error instanceof DOMException ? error.name : "";
  if (name === "NotFoundError" || name === "OverconstrainedError") return "missing";
  return name === "NotReadableError" || name === "AbortError" ? "busy" : "refused";
}

function silence(): MediaStream {
  return new AudioContext().createMediaStreamDestination().stream;
}
