import { ANALYSIS_RATE_HZ } from "@ongea/conversation";

/** Sent at once: 40 ms. */
const MESSAGE_SAMPLES = 640;
/** Heard before the caller was noticed to go on, and sent with what follows. */
const KEPT_SAMPLES = (ANALYSIS_RATE_HZ * 300) / 1_000;

/** The caller's sound while they speak, 16 kHz, 16 bit; between activities the last of it is kept. */
export class CallerActivity {
  readonly #send: (sound: Uint8Array) => void;
  #pending = new Int16Array(0);
  #samples = 0;
  isActive = false;

  constructor(send: (sound: Uint8Array) => void) {
    this.#send = send;
  }

  begin(): void {
    this.isActive = true;
    this.#flush(MESSAGE_SAMPLES);
  }

  hear(frame: Int16Array): void {
    const joined = new Int16Array(this.#pending.length + frame.length);
    joined.set(this.#pending);
    joined.set(frame, this.#pending.length);
    this.#pending = this.isActive ? joined : joined.slice(-KEPT_SAMPLES);
    if (this.isActive) this.#flush(MESSAGE_SAMPLES);
  }

  /** Returns how long the activity was, ms. */
  end(): number {
    this.#flush(1);
    this.isActive = false;
    const ms = (this.#samples / ANALYSIS_RATE_HZ) * 1_000;
    this.#samples = 0;
    return ms;
  }

  forget(): void {
    this.#pending = new Int16Array(0);
  }

  #flush(least: number): void {
    while (this.#pending.length >= least) {
      const piece = this.#pending.slice(0, MESSAGE_SAMPLES);
      this.#pending = this.#pending.slice(MESSAGE_SAMPLES);
      this.#samples += piece.length;
      this.#send(new Uint8Array(piece.buffer));
    }
  }
}
