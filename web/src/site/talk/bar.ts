/** The bar of a visitor's call: it stays in sight while the call connects and lives. */
import type { BrowserCall } from "../../call/browser-call.ts";
import { clock } from "../../call/clock.ts";
import { isFocusLost } from "../../call/focus.ts";
import { elementOf } from "./element.ts";

const TICK_MS = 500;
const KEY = /^[0-9*#]$/;
/** Of what was pressed so many are shown. */
const MOST_SHOWN = 16;

/** `back`: what takes the focus again when the bar goes. Returns how to show where the call stands. */
export function createBar(call: Pick<BrowserCall, "view" | "press" | "mute" | "hangUp">, back: HTMLElement): () => void {
  const bar = elementOf("[data-bar]");
  const time = elementOf("[data-bar-time]");
  const mute = elementOf("[data-bar-mute]");
  const keys = elementOf("[data-bar-keys]", HTMLDetailsElement);
  const pressed = elementOf("[data-bar-pressed]");
  let sinceMs: number | undefined;
  let ticking: ReturnType<typeof setInterval> | undefined;

  const tick = (): void => {
    time.textContent = sinceMs === undefined ? "" : clock(performance.now() - sinceMs);
  };
  const press = (digit: string): void => {
    call.press(digit);
    pressed.textContent = ((pressed.textContent ?? "") + digit).slice(-MOST_SHOWN);
  };
  elementOf("[data-talk-end]").addEventListener("click", () => void call.hangUp());
  mute.addEventListener("click", () => call.mute(!call.view.isMuted));
  keys.addEventListener("click", ({ target }) => {
    const digit = target instanceof HTMLElement ? target.dataset["digit"] : undefined;
    if (digit !== undefined) press(digit);
  });
  keys.addEventListener("keydown", ({ key, ctrlKey, metaKey }) => {
    if (keys.open && !ctrlKey && !metaKey && KEY.test(key)) press(key);
  });

  return () => {
    const { state, isMuted, hasMicrophone } = call.view;
    const isLive = state === "live";
    const isBusy = isLive || state === "connecting";
    const begins = isBusy && bar.hidden;
    const ends = !isBusy && !bar.hidden;
    const isHeld = bar.contains(document.activeElement);
    bar.hidden = !isBusy;
    elementOf("[data-bar-connecting]").hidden = isLive;
    elementOf("[data-bar-live]").hidden = !isLive;
    keys.hidden = !isLive;
    mute.hidden = !isLive || !hasMicrophone;
    mute.ariaPressed = String(isMuted);
    if (isLive !== (sinceMs !== undefined)) {
      sinceMs = isLive ? performance.now() : undefined;
      clearInterval(ticking);
      if (isLive) ticking = setInterval(tick, TICK_MS);
      keys.open = false;
      pressed.textContent = "";
      tick();
    }
    // Not to a button of the bar, or a key that is still held would hang up.
    if (begins && isFocusLost()) bar.focus({ preventScroll: true });
    if (ends && (isHeld || isFocusLost())) back.focus({ preventScroll: true });
  };
}
