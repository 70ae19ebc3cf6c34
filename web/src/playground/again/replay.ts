/** A call of its own in which the browser says a recorded sentence instead of its person, with settings that hold in it alone. */
import type { CallSettings } from "@ongea/contract";
import { startBrowserCall } from "@ongea/contract";
import type { BrowserCall } from "../../call/browser-call.ts";
import type { BrowserCallView } from "../../call/call-view.ts";
import { memberCallSetup } from "../../call/member-call-setup.ts";
import { server } from "../../server.ts";
import type { CutSound } from "./cut-turn.ts";

export interface Replay {
  /** Says the sentence, once. */
  say(): void;
  stop(): void;
}

export interface ReplayParts {
  agentId: string;
  sound: CutSound;
  settings: CallSettings;
  changed(view: BrowserCallView): void;
}

export async function startReplay({ agentId, sound, settings, changed }: ReplayParts): Promise<Replay> {
  const context = new AudioContext();
  const line = context.createMediaStreamDestination();
  const buffer = context.createBuffer(1, sound.samples.length, sound.rateHz);
  buffer.copyToChannel(sound.samples, 0);
  const source = context.createBufferSource();
  source.buffer = buffer;
  source.connect(line);
  let isSaid = false;
  let isOver = false;
  const over = (): void => {
    if (isOver) return;
    isOver = true;
    void context.close();
  };
  const { BrowserCall: Call } = await import("../../call/browser-call.ts");
  const ways = {
    ...memberCallSetup,
    async prepare(id: string) {
      const { execution_id: callId, token } = await server.call(startBrowserCall, {
        body: { agent_id: id, settings, draft: true },
      });
      return { callId, token };
    },
  };
  const call: BrowserCall = new Call(() => {
    changed(call.view);
    if (call.view.state === "ended") over();
  }, ways);
  void context.resume();
  void call.start(agentId, { sound: line.stream });
  return {
    say() {
      if (isSaid || isOver) return;
      isSaid = true;
      source.start();
    },
    stop() {
      void call.hangUp();
      over();
    },
  };
}
