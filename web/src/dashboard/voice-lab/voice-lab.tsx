/** Texts are spoken here in every voice that the workspace has, and what was spoken is kept. */
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { PageHead } from "../../shell/page-head.tsx";
import { TabLinks } from "../../ui/tab-links.tsx";
import { useWords } from "../../words/index.ts";
import { Cloning } from "./cloning/cloning.tsx";
import { Effects } from "./effects.tsx";
import { figures } from "./questions.ts";
import { PronunciationList } from "./pronunciation.tsx";
import { Samples } from "./samples.tsx";
import { SpeechForm } from "./speech-form.tsx";

const TABS = ["speech", "cloning", "effects", "pronunciation"] as const;

export function VoiceLab(): React.ReactNode {
  const words = useWords();
  const [search] = useSearchParams();
  const tab = TABS.find((one) => one === search.get("tab")) ?? "speech";
  return (
    <>
      <PageHead title={words.say("lab.title")} subtitle={words.say("lab.subtitle")} />
      <Figures />
      <TabLinks
        label={words.say("lab.tabs")}
        tabs={TABS.map((one) => ({
          to: one === "speech" ? "?" : `?tab=${one}`,
          label: words.say(`lab.tab_${one}`),
          chosen: one === tab,
        }))}
      />
      <div className="lab">
        {tab === "pronunciation" ? (
          <PronunciationList />
        ) : tab === "cloning" ? (
          <Cloning />
        ) : (
          <>
            {tab === "speech" ? <SpeechForm /> : <Effects />}
            <Samples />
          </>
        )}
      </div>
    </>
  );
}

function Figures(): React.ReactNode {
  const words = useWords();
  const { data } = useQuery(figures);
  const seconds = Math.round(data?.duration_seconds ?? 0);
  const shown = [
    ["lab.samples_generated", data && words.number(data.samples)],
    ["lab.total_duration", data && words.duration(seconds)],
    ["lab.voice_models", data && words.number(data.voice_models)],
    ["lab.credits_used", data && words.number(Math.round(data.credits_used))],
  ] as const;
  return (
    <div className="banner">
      <dl className="figures" aria-busy={!data}>
        {shown.map(([name, figure]) => (
          <div key={name}>
            <dt>{words.say(name)}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
