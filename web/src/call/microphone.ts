/** The caller's microphone, or silence when there is none: a call can also be typed. */

/** `insecure`: the page's address is not secure, so the browser gives no microphone. */
type MicrophoneProblem = "refused" | "missing" | "insecure" | "busy";

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

export function silence(): MediaStream {
  return new AudioContext().createMediaStreamDestination().stream;
}
