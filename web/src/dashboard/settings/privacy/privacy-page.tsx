import { useAreas, useWords, type FurtherArea } from "../../../words/index.ts";
import { Section } from "../section.tsx";
import { Deletions } from "./deletions.tsx";
import { Holds } from "./holds.tsx";
import { MaskingForm } from "./masking-form.tsx";
import { OnePerson } from "./one-person.tsx";
import { RetentionForm } from "./retention-form.tsx";

const AREAS: readonly FurtherArea[] = ["privacy", "settings"];

/** How long what is kept, what must stay, and what is kept of one person. */
export function PrivacyPage(): React.ReactNode {
  useAreas(AREAS);
  const words = useWords();
  return (
    <>
      <Section title={words.say("settings.retention_title")} note={words.say("privacy.retention_note")}>
        <RetentionForm />
      </Section>
      <Section title={words.say("privacy.masking_title")} note={words.say("privacy.masking_note")}>
        <MaskingForm />
      </Section>
      <Section title={words.say("settings.person_title")} note={words.say("privacy.person_note")}>
        <OnePerson />
      </Section>
      <Section title={words.say("settings.holds_title")} note={words.say("privacy.holds_note")}>
        <Holds />
      </Section>
      <Section title={words.say("settings.deletions_title")}>
        <Deletions />
      </Section>
    </>
  );
}
