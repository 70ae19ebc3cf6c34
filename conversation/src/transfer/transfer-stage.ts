/** Another person in the call: rung for the caller, joined to the caller's line, told first that the call is recorded. */
import type { Line } from "../ports.ts";
import type { LineState } from "../journal.ts";
import type { CallContext } from "../call-context.ts";
import type { Playout } from "../speak/playout.ts";
import { SpokenUtterance } from "../speak/spoken-utterance.ts";
import { Bridge, type BridgeParts } from "./bridge.ts";
import { RingTone } from "./ring-tone.ts";

interface Joined {
  to: string;
  by?: string;
  startMs: number;
  bridge: Bridge;
}

export class TransferStage {
  readonly #call: CallContext;
  readonly #playout: Playout;
  readonly #left: () => void;
  #joined: Joined | undefined;

  /** `left`: the other one is gone. */
  constructor(call: CallContext, playout: Playout, left: () => void) {
    this.#call = call;
    this.#playout = playout;
    this.#left = left;
  }

  /** Two people speak with each other; nobody here listens. */
  get bridge(): Bridge | undefined {
    return this.#joined?.bridge;
  }

  get isRinging(): boolean {
    return !this.#joined && this.#playout.through !== undefined;
  }

  ring(): void {
    this.#lineIs("transferring");
    this.#playout.through = new RingTone(this.#call.parts.line.sampleRateHz);
  }

  /** The caller hears neither a ring nor music any more, unless somebody is there. */
  stopRinging(): void {
    if (this.isRinging) this.#lineIs("open");
    if (!this.#joined) this.#playout.through = undefined;
  }

  join(to: string, other: Line, by?: string): void {
    const { parts, clock, atMs: startMs } = this.#call;
    const bridge = new Bridge({ caller: parts.line, other, clock, ...this.#consent(other), left: this.#left });
    this.#joined = { to, ...(by !== undefined && { by }), startMs, bridge };
    this.#playout.through = bridge;
    this.#lineIs("transferred");
  }

  close(): void {
    if (!this.#joined) return;
    const { bridge, ...joined } = this.#joined;
    bridge.close();
    this.#call.write({ kind: "transfer", ...joined, endMs: this.#call.atMs });
  }

  #lineIs(state: LineState): void {
    this.#call.write({ kind: "line", atMs: this.#call.atMs, state });
  }

  /**
   * Tells whoever joins a recorded call so first, where that is enough. The recording keeps nothing of a person whom nobody told, or whom
   * the agent would have to ask.
   */
  #consent(other: Line): Pick<BridgeParts, "first" | "joined"> {
    const { recording } = this.#call;
    const rules = this.#call.parts.plan.recording;
    if (!rules || rules.consent === "never" || !recording.isOn) return {};
    const write = (how: "told" | "left-out"): void => this.#call.write({ kind: "recording", atMs: this.#call.atMs, how });
    recording.leaveOut("assistant");
    if (rules.consent === "ask") {
      write("left-out");
      return {};
    }
    const first = new SpokenUtterance(other.sampleRateHz);
    let isWhole = false;
    void this.#call.sayAside(first, rules.words).then((is) => {
      isWhole = is;
      first.finish();
    });
    const joined = (): void => {
      if (isWhole) recording.leaveOut(undefined);
      write(isWhole ? "told" : "left-out");
    };
    return { first, joined };
  }
}
