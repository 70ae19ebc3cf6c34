import { Icon } from "../../ui/icon.tsx";
import { useSiteWords } from "../page-context.ts";

const KEYS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "*", "0", "#"] as const;

/** What one needs at hand while one talks, wherever the page is scrolled: how long, mute, keys, hang up. Its script is `talk/bar.ts`. */
export function TalkBar(): React.ReactNode {
  const { say } = useSiteWords();
  return (
    <section className="call-bar" aria-label={say("landing.talk_controls")} tabIndex={-1} data-bar hidden>
      <span className="status under-way live">
        <span data-bar-connecting>{say("landing.talk_connecting")}</span>
        <span data-bar-live hidden>
          {say("landing.talk_live")}
        </span>
      </span>
      <span className="call-bar-timer" role="timer" aria-label={say("landing.talk_time")} data-bar-time />
      <span className="call-bar-acts">
        <button className="button" type="button" aria-pressed="false" data-bar-mute hidden>
          <Icon name="microphone" />
          <Icon name="muted" />
          <span className="call-bar-word while-heard">{say("landing.talk_mute")}</span>
          <span className="call-bar-word while-muted">{say("landing.talk_muted")}</span>
        </button>
        <details className="keys" data-menu data-bar-keys hidden>
          <summary className="button">
            <Icon name="keypad" />
            <span className="call-bar-word">{say("landing.talk_keypad")}</span>
          </summary>
          <div className="keypad" dir="ltr" role="group" aria-label={say("landing.talk_keypad")}>
            <output className="keypad-pressed" aria-label={say("landing.talk_keys")} data-bar-pressed />
            {KEYS.map((digit) => (
              <button key={digit} className="button" type="button" data-digit={digit}>
                {digit}
              </button>
            ))}
          </div>
        </details>
        <button className="button bad" type="button" data-talk-end>
          <Icon name="close" />
          {say("landing.talk_hang_up")}
        </button>
      </span>
    </section>
  );
}
