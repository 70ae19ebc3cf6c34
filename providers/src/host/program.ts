import { serveSpeech } from "./serve.ts";
import type { SpeechEngine } from "./speech-engine.ts";

/**
 * The body of a speech host's program: waits for its parent's settings, serves, and ends as soon as the parent is gone, with everything
 * it started.
 */
export function runSpeechHost(createServices: (settings: unknown) => Promise<Record<string, SpeechEngine>>): void {
  process.once("disconnect", () => process.exit(0));
  if (!process.connected) process.exit(0);
  for (const signal of ["SIGINT", "SIGHUP"] as const) process.on(signal, () => {});
  process.once("message", (message: { socketPath: string; settings: unknown }) => {
    void start(message).catch((error: unknown) => {
      console.error(error instanceof Error ? error.message : String(error));
      process.exit(1);
    });
  });

  async function start({ socketPath, settings }: { socketPath: string; settings: unknown }): Promise<void> {
    const services = await createServices(settings);
    const serving = await serveSpeech(socketPath, services);
    const stop = (): void => {
      setTimeout(() => process.exit(0), 1_000).unref();
      void serving.close().finally(() => process.exit(0));
    };
    process.removeAllListeners("disconnect");
    process.once("disconnect", stop);
    process.once("SIGTERM", stop);
    const facts = Object.fromEntries(Object.entries(services).map(([name, service]) => [name, service.describe()]));
    process.send?.({ ready: facts });
  }
}
