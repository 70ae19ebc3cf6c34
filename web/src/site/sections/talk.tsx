import { Icon } from "../../ui/icon.tsx";
import { useSiteWords } from "../page-context.ts";
import { TalkBar } from "./talk-bar.tsx";

/** Where a visitor talks or writes to the front desk. Each script is fetched when the button is pressed (`islands/offer-talk.ts`). */
export function Talk(): React.ReactNode {
  const { say } = useSiteWords();
  return (
    <>
      <div className="row needs-script">
        <button className="button big first" type="button" data-talk-start>
          <Icon name="microphone" />
          <span>{say("landing.demo_start")}</span>
        </button>
        <button className="button big" type="button" data-write-start>
          {say("widget.type_instead")}
        </button>
      </div>
      <noscript>
        <p className="hint">{say("landing.talk_needs_script")}</p>
      </noscript>
      <p className="hint needs-script">{say("landing.demo_microphone")}</p>
      <div className="own-call" data-talk hidden>
        <p className="now" role="status" data-talk-status />
        <p className="problem" role="alert" data-talk-problem hidden />
        <div data-talk-strip />
        <div className="said" role="log" aria-label={say("landing.talk_said")} tabIndex={0}>
          <ol className="lines" data-talk-lines />
        </div>
        <form className="row" data-talk-form>
          <label className="visually-hidden" htmlFor="talk-text">
            {say("landing.talk_type")}
          </label>
          <input className="input" id="talk-text" maxLength={500} autoComplete="off" placeholder={say("landing.talk_type")} />
          <button className="button" type="submit">
            {say("landing.talk_send")}
          </button>
        </form>
      </div>
      <div className="own-call" data-write hidden>
        <p className="now" role="status" data-write-status />
        <div className="said" role="log" aria-label={say("landing.talk_said")} tabIndex={0}>
          <ol className="lines written" data-write-lines />
        </div>
        <p className="problem" role="alert" data-write-problem hidden />
        <form className="row" data-write-form>
          <label className="visually-hidden" htmlFor="write-text">
            {say("widget.chat_type")}
          </label>
          <input className="input" id="write-text" maxLength={2000} autoComplete="off" placeholder={say("widget.chat_type")} />
          <button className="button" type="submit">
            {say("landing.talk_send")}
          </button>
        </form>
      </div>
      <TalkBar />
    </>
  );
}
