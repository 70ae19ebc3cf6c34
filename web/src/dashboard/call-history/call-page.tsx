/** One call: its strip with the recording under it, its words with the delay of each answer, what it cost. */
import {
  addressOf,
  type ExecutionDetail,
  isFinal,
  isPlanned,
  mayActAs,
  planTimeline,
  readCall,
  readCallEvidence,
  readPeaks,
  readRecording,
  readWholeRecording,
} from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useParams, useSearchParams } from "react-router";
import { useOwnCall } from "../../call/own-call.tsx";
import { CallTranscript } from "../../call/call-transcript.tsx";
import { StatusMark } from "../../call/status.tsx";
import { useJournal } from "../../call/use-journal.ts";
import { whoCalled } from "../../call/who.ts";
import { paths } from "../../paths.ts";
import { server } from "../../server.ts";
import { useMe } from "../../shell/me.tsx";
import { PageTitle } from "../../shell/page-head.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { isMissing, Missing } from "../../ui/missing.tsx";
import { SIZES } from "../../timeline/draw.ts";
import { sentenceFor, timelineOf } from "../../timeline/of-call.ts";
import { useWidth } from "../../timeline/use-width.ts";
import { placedMoment, useWords } from "../../words/index.ts";
import { CallChecks } from "./call-checks.tsx";
import { CallFacts } from "./call-facts.tsx";
import { CallNotes } from "./call-notes.tsx";
import { CallTopic } from "./call-topic.tsx";
import { CallTags } from "./call-tags.tsx";
import { CallAnalysis } from "./call-analysis.tsx";
import { DeleteCall } from "./delete-call.tsx";
import { Player } from "./player.tsx";
import { Recorded } from "./recorded.tsx";
import { RedactCall } from "./redact.tsx";
import { ShareCall } from "./share.tsx";
import { silencedIn, SilentWords } from "./silent-words.tsx";
import { StopCall } from "./stop-call.tsx";
import { Supervise } from "./supervise.tsx";
import { WholeWords } from "./whole-words.tsx";
import { usePlayer } from "./use-player.ts";
import { partLater } from "../../ui/part-later.tsx";

const Replays = partLater(async () => (await import("./replays.tsx")).Replays);

/** On a phone the strip keeps this width and slides under the playhead. */
const NARROWEST_STRIP_PX = 760;

export function CallPage(): React.ReactNode {
  const words = useWords();
  const { id = "" } = useParams();
  const call = useQuery({ queryKey: ["call", id], queryFn: () => server.call(readCall, { params: { execution_id: id } }) });
  if (isMissing(call.error))
    return <Missing title={words.say("refusals.call.not_found")} to={paths.history} act={words.say("history.title")} />;
  return (
    <>
      <PageTitle title={words.say("history.call")} />
      <p className="pb-2">
        <Link className="hint underline" to={paths.history}>
          {words.say("history.title")}
        </Link>
      </p>
      <Loaded query={call} rows={4}>
        {(data) => (isPlanned(data.status) ? <PlannedCall call={data} /> : <Call call={data} />)}
      </Loaded>
    </>
  );
}

function Call({ call }: { call: ExecutionDetail }): React.ReactNode {
  const words = useWords();
  const mayTest = mayActAs(useMe().workspace.role, "agent_manager");
  const running = !isFinal(call.status);
  // Held by this browser: its bar ends it, and nobody listens in on oneself.
  const isOwn = useOwnCall().view.callId === call.id;
  const live = useJournal(running ? call.id : undefined);
  const [whole, setWhole] = useState<ExecutionDetail["journal"]>();
  const journal = whole ?? (running ? live.entries : call.journal);
  const durationMs = Math.max(1, running ? live.atMs : call.conversation_time * 1_000);
  const timeline = timelineOf(journal, durationMs);
  const recording =
    call.telephony_data.recording_url === "" ? undefined : addressOf(readRecording.path, { execution_id: call.id });
  const [isWhole, setWholeSound] = useState(false);
  const silenced = silencedIn(call.journal);
  const sound = isWhole ? addressOf(readWholeRecording.path, { execution_id: call.id }) : recording;
  const player = usePlayer(running ? undefined : sound, durationMs, useMoment());
  const peaks = useQuery({
    queryKey: ["peaks", call.id, call.updated_at],
    queryFn: () => server.call(readPeaks, { params: { execution_id: call.id } }),
    enabled: recording !== undefined && !running,
    retry: false,
  });
  const { width, measure } = useWidth(SIZES.page.pick, NARROWEST_STRIP_PX);
  const size = { ...SIZES.page, width };
  const picks = planTimeline(timeline, Math.floor(size.width / size.pick), size.ends);
  return (
    <>
      <Head call={call}>
        {recording && !running && (
          <a className="button" href={recording} download={`call-${call.id}.wav`}>
            <Icon name="download" />
            {words.say("history.recording")}
          </a>
        )}
        <Link className="button" to={paths.eventsOf(call.id)}>
          {words.say("history.every_event")}
        </Link>
        {!running && call.agent_id !== null && mayTest && (
          <Link className="button" to={paths.testOf(call.agent_id, call.id)}>
            {words.say("history.make_test")}
          </Link>
        )}
        {call.gate.length > 0 && (
          <a className="button" href={addressOf(readCallEvidence.path, { execution_id: call.id })} download>
            <Icon name="download" />
            {words.say("history.evidence")}
          </a>
        )}
        <ShareCall id={call.id} atMs={running ? 0 : player.atMs} />
        {running ? (
          isOwn || <StopCall call={call} />
        ) : (
          <>
            <WholeWords id={call.id} journal={journal} show={setWhole} />
            <RedactCall call={call} />
            <DeleteCall id={call.id} />
          </>
        )}
      </Head>
      <CallTags id={call.id} />
      {!running && <CallTopic id={call.id} />}
      <div ref={measure}>
        <Player
          player={player}
          picks={picks}
          size={size}
          timeline={timeline}
          label={sentenceFor(timeline, words)}
          peaks={peaks.data}
          silenced={silenced}
        />
      </div>
      {player.ready && silenced.length > 0 && (
        <SilentWords id={call.id} isWhole={isWhole} hearWhole={() => setWholeSound(true)} />
      )}
      <Recorded entries={journal} />
      {isOwn || <Supervise call={call} />}
      <CallAnalysis call={call} />
      {!running && (
        <CallChecks id={call.id} endedAt={call.updated_at} entries={journal} {...(player.ready ? { goTo: player.goTo } : {})} />
      )}
      <div className="call-columns">
        <section>
          <div className="section-head">
            <h2>{words.say("history.transcript")}</h2>
            <Legend />
          </div>
          {journal.length === 0 && !running && <NothingSaid call={call} />}
          <CallTranscript
            entries={journal}
            partial={live.partial}
            saying={live.saying}
            isLive={running}
            {...(player.ready ? { nowMs: player.atMs, goTo: player.goTo } : {})}
          />
        </section>
        <div className="grid content-start gap-6">
          <CallNotes id={call.id} />
          <CallFacts call={call} duration={words.duration(durationMs / 1_000)} />
        </div>
      </div>
      {!running && call.agent_id !== null && (
        <Replays
          callId={call.id}
          agentId={call.agent_id}
          hasRecording={recording !== undefined}
          mayReplay={mayTest}
          {...(player.ready ? { goTo: player.goTo } : {})}
        />
      )}
    </>
  );
}

function NothingSaid({ call }: { call: ExecutionDetail }): React.ReactNode {
  return (
    <p className="py-3 text-ink-2">
      {useWords().say("history.nothing_said")} {call.error_message}
    </p>
  );
}

/** Where a link leads to: `?t=` in seconds. */
function useMoment(): number {
  const [asked] = useSearchParams();
  const seconds = Number(asked.get("t"));
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : 0;
}

function PlannedCall({ call }: { call: ExecutionDetail }): React.ReactNode {
  const words = useWords();
  return (
    <>
      <Head call={call}>
        <StopCall call={call} />
      </Head>
      <CallTags id={call.id} />
      <p className="py-3">
        {words.say("history.planned_for", { date: placedMoment(words, call.scheduled_at ?? call.created_at) })}
      </p>
      <CallNotes id={call.id} />
    </>
  );
}

function Head({ call, children }: { call: ExecutionDetail; children: React.ReactNode }): React.ReactNode {
  const words = useWords();
  return (
    <div className="page-head">
      <h1>
        <span className="phone-number">{whoCalled(call, words)}</span>
      </h1>
      <p>{call.agent_name}</p>
      <p>{words.moment(isPlanned(call.status) ? (call.scheduled_at ?? call.created_at) : call.created_at)}</p>
      <StatusMark status={call.status} />
      <span className="grow" />
      {children}
    </div>
  );
}

function Legend(): React.ReactNode {
  const words = useWords();
  return (
    <span className="legend wide-only" aria-hidden="true">
      {words.say("history.delay")}
      <span>
        <i style={{ background: "var(--edge)" }} />
        {words.say("history.hear")}
      </span>
      <span>
        <i style={{ background: "var(--ochre)" }} />
        {words.say("history.think")}
      </span>
      <span>
        <i style={{ background: "var(--yarn-assistant)" }} />
        {words.say("history.speak")}
      </span>
    </span>
  );
}
