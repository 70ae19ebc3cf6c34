/** One call: its strip with the recording under it, its words with the delay of each answer, what it cost. */
import { addressOf, type ExecutionDetail, isFinal, planWeave, readCall, readRecording } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "react-router";
import { Said } from "../../call/said.tsx";
import { useJournal } from "../../call/use-journal.ts";
import { whoCalled } from "../../call/who.ts";
import { paths } from "../../paths.ts";
import { server, wordsFor } from "../../server.ts";
import { Icon } from "../../ui/icon.tsx";
import { StatusMark } from "../../ui/status.tsx";
import { duration, started } from "../../ui/times.ts";
import { SIZES } from "../../weave/draw.ts";
import { sentenceFor, weaveOf } from "../../weave/of-call.ts";
import { BareStrip } from "../../weave/strip.tsx";
import { useWidth } from "../../weave/use-width.ts";
import { CallFacts } from "./call-facts.tsx";
import { Player } from "./player.tsx";
import { usePlayer } from "./use-player.ts";

/** On a phone the strip keeps this width and slides under the playhead. */
const NARROWEST_STRIP_PX = 760;

export function CallPage(): React.ReactNode {
  const { id = "" } = useParams();
  const call = useQuery({ queryKey: ["call", id], queryFn: () => server.call(readCall, { params: { execution_id: id } }) });
  return (
    <>
      <title>Call · Ongea</title>
      <p className="pb-2">
        <Link className="hint underline" to={paths.history}>
          Conversation History
        </Link>
      </p>
      {call.isPending && <BareStrip size={SIZES.page} label="Loading the call" />}
      {call.isError && (
        <p className="problem" role="alert">
          {wordsFor(call.error)}
        </p>
      )}
      {call.data && <Call call={call.data} />}
    </>
  );
}

function Call({ call }: { call: ExecutionDetail }): React.ReactNode {
  const running = !isFinal(call.status);
  const live = useJournal(running ? call.id : undefined);
  const journal = running ? live.entries : call.journal;
  const durationMs = Math.max(1, running ? live.atMs : lengthOf(call));
  const weave = weaveOf(journal, durationMs);
  const recording =
    call.telephony_data.recording_url === "" ? undefined : addressOf(readRecording.path, { execution_id: call.id });
  const player = usePlayer(running ? undefined : recording, durationMs);
  const { width, measure } = useWidth(SIZES.page.pick, NARROWEST_STRIP_PX);
  const size = { ...SIZES.page, width };
  const picks = planWeave(weave, Math.floor(size.width / size.pick), size.ends);
  return (
    <>
      <div className="page-head">
        <h1>
          <span className="phone-number">{whoCalled(call)}</span>
        </h1>
        <p>{call.agent_name}</p>
        <p>{started(call.created_at)}</p>
        <StatusMark status={call.status} />
        <span className="grow" />
        {recording && !running && (
          <a className="button" href={recording} download={`call-${call.id}.wav`}>
            <Icon name="download" />
            Recording
          </a>
        )}
      </div>
      <div ref={measure}>
        <Player player={player} picks={picks} size={size} weave={weave} label={sentenceFor(weave)} />
      </div>
      <div className="call-columns">
        <section>
          <div className="section-head">
            <h2>Transcript</h2>
            <span className="legend wide-only" aria-hidden="true">
              Delay:
              <span>
                <i style={{ background: "var(--edge)" }} />
                hear
              </span>
              <span>
                <i style={{ background: "var(--ochre)" }} />
                think
              </span>
              <span>
                <i style={{ background: "var(--yarn-assistant)" }} />
                speak
              </span>
            </span>
          </div>
          {journal.length === 0 && !running && <p className="py-3 text-ink-2">Nothing was said. {call.error_message ?? ""}</p>}
          <Said entries={journal} partial={live.partial} {...(player.ready ? { nowMs: player.atMs, goTo: player.goTo } : {})} />
        </section>
        <CallFacts call={call} duration={duration(durationMs / 1_000)} />
      </div>
    </>
  );
}

function lengthOf(call: ExecutionDetail): number {
  const last = call.journal.findLast((entry) => entry.kind === "closed");
  return last?.kind === "closed" ? last.atMs : call.conversation_time * 1_000;
}
