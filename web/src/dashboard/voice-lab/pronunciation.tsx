/** How the workspace's names and brands are said: from the next call on, and in every text of the lab. */
import {
  keepPronunciation,
  LANGUAGES,
  listPronunciations,
  LONGEST_SPOKEN,
  LONGEST_WORD,
  mayActAs,
  removePronunciation,
  type Pronunciation,
} from "@ongea/contract";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { server } from "../../server.ts";
import { useMe } from "../../shell/me.tsx";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { toast } from "../../ui/toast.ts";
import { languageName } from "../../voice/voice-words.ts";
import { useWords } from "../../words/index.ts";

const LIST = ["pronunciations"] as const;
const listed = queryOptions({ queryKey: LIST, queryFn: () => server.call(listPronunciations) });

interface Draft {
  word: string;
  said: string;
  language: string;
}

const EMPTY: Draft = { word: "", said: "", language: "" };

export function PronunciationList(): React.ReactNode {
  const words = useWords();
  const mayChange = mayActAs(useMe().workspace.role, "agent_manager");
  const [draft, setDraft] = useState(EMPTY);
  const field = useRef<HTMLDivElement>(null);
  const edit = ({ word, said, language }: Pronunciation): void => {
    setDraft({ word, said, language: language ?? "" });
    field.current?.querySelectorAll("input")[1]?.focus();
  };
  return (
    <>
      <div ref={field}>
        <KeepForm draft={draft} change={setDraft} mayChange={mayChange} />
      </div>
      <section>
        <Loaded query={useQuery(listed)}>
          {({ data, most }) => (
            <>
              <div className="section-head">
                <h2>
                  {words.say("lab.said_words")}{" "}
                  <span className="hint">
                    {words.say("lab.said_count", { count: words.number(data.length), most: words.number(most) })}
                  </span>
                </h2>
              </div>
              {data.length === 0 ? (
                <Empty title={words.say("lab.said_none")}>{words.say("lab.said_none_note")}</Empty>
              ) : (
                <div className="samples" tabIndex={0} role="region" aria-label={words.say("lab.said_words")}>
                  <ul>
                    {data.map((one) => (
                      <Row key={one.id} one={one} edit={mayChange ? edit : undefined} />
                    ))}
                  </ul>
                </div>
              )}
            </>
          )}
        </Loaded>
      </section>
    </>
  );
}

interface FormProps {
  draft: Draft;
  change: (draft: Draft) => void;
  mayChange: boolean;
}

function KeepForm({ draft, change, mayChange }: FormProps): React.ReactNode {
  const words = useWords();
  const { word, said, language } = draft;
  const keep = useAct({
    act: () => server.call(keepPronunciation, { body: { word, said, language: language || null } }),
    changes: [LIST],
    done: () => {
      change(EMPTY);
      toast(words.say("lab.said_kept"), words.say("lab.said_kept_note"));
    },
  });
  const submit = (event: React.SubmitEvent): void => {
    event.preventDefault();
    if (mayChange && word.trim() !== "" && said.trim() !== "" && !keep.busy) keep.do();
  };
  return (
    <form className="lab-form" onSubmit={submit}>
      <TextField
        label={words.say("lab.said_word")}
        maxLength={LONGEST_WORD}
        value={word}
        onChange={({ target }) => change({ ...draft, word: target.value })}
      />
      <TextField
        label={words.say("lab.said_as")}
        hint={words.say("lab.said_as_note")}
        maxLength={LONGEST_SPOKEN}
        value={said}
        onChange={({ target }) => change({ ...draft, said: target.value })}
      />
      <SelectField
        label={words.say("lab.said_language")}
        value={language}
        onChange={({ target }) => change({ ...draft, language: target.value })}
      >
        <option value="">{words.say("lab.said_everywhere")}</option>
        {languagesWith(language).map((tag) => (
          <option key={tag} value={tag}>
            {languageName(words, tag)}
          </option>
        ))}
      </SelectField>
      {!mayChange && <p className="hint">{words.say("shell.needs_role")}</p>}
      <ProblemLine>{keep.problem}</ProblemLine>
      <div>
        <Button
          rank="first"
          type="submit"
          disabled={!mayChange || word.trim() === "" || said.trim() === ""}
          busy={keep.busy && words.say("lab.keeping")}
        >
          {words.say("lab.said_save")}
        </Button>
      </div>
    </form>
  );
}

/** One that a program has set stays as it is. */
function languagesWith(tag: string): readonly string[] {
  return tag === "" || LANGUAGES.some((one) => one === tag) ? LANGUAGES : [...LANGUAGES, tag];
}

function Row({ one, edit }: { one: Pronunciation; edit: ((one: Pronunciation) => void) | undefined }): React.ReactNode {
  const words = useWords();
  const { id, word, said, language } = one;
  const remove = useAct({
    act: () => server.call(removePronunciation, { params: { pronunciation_id: id } }),
    changes: [LIST],
    failed: (problem) => toast(problem, undefined, "bad"),
  });
  return (
    <li className="said-row">
      <div>
        <p>
          <bdi className="font-bold">{word}</bdi> · <bdi>{said}</bdi>
        </p>
        <p className="hint">{language === null ? words.say("lab.said_everywhere") : languageName(words, language)}</p>
      </div>
      {edit && (
        <div className="acts">
          <Button rank="quiet" aria-label={words.say("lab.said_change_one", { word })} onClick={() => edit(one)}>
            {words.say("lab.said_change")}
          </Button>
          <Button
            rank="quiet"
            icon="trash"
            aria-label={words.say("lab.said_remove", { word })}
            busy={remove.busy && words.say("lab.deleting")}
            onClick={() => remove.do()}
          />
        </div>
      )}
    </li>
  );
}
