import { startSpeechHost, type HostStart } from "../../host/supervise.ts";
import { leaveSentenceHost, useSentenceHost } from "./sentence-host.ts";

export interface SentenceHostStart extends HostStart {
  /** It cannot start: its files or ONNX Runtime are missing. The rules go on alone. */
  onFailure(error: unknown): void;
}

export interface SentenceHost {
  /** It stopped, or could not start; not while it starts for the first time. */
  readonly isDown: boolean;
  stop(): Promise<void>;
}

/** Not to be waited for: until it runs, the rules answer alone. This thread reads sentences there, too. */
export function startSentenceHost({ onFailure, ...options }: SentenceHostStart): SentenceHost {
  let isDown = false;
  const starting = startSpeechHost({
    entry: new URL("./main.ts", import.meta.url),
    ...options,
    settings: {},
    onEvent(event) {
      if (event.kind !== "said") isDown = event.kind === "stopped";
      options.onEvent?.(event);
    },
  });
  useSentenceHost(options.socketPath);
  starting.catch((error: unknown) => {
    isDown = true;
    onFailure(error);
  });
  return {
    get isDown() {
      return isDown;
    },
    async stop() {
      leaveSentenceHost(options.socketPath);
      await (await starting.catch(() => undefined))?.stop();
    },
  };
}
