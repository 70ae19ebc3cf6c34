/** A widget is made, or changed: whose assistant it shows, on which pages, how its button looks, how many calls it takes. */
import { chosenOf } from "../../ui/chosen.ts";
import {
  changeWidget,
  createWidget,
  WIDGET_COLOURS,
  WIDGET_PACES,
  WIDGET_POSITIONS,
  WIDGET_ROOMS,
  type Widget,
} from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { server } from "../../server.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { AreaField, SelectField, TextField } from "../../ui/field.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { toast } from "../../ui/toast.ts";
import { LANGUAGE_FACTS, LANGUAGES, useWords, type Words } from "../../words/index.ts";
import { agents, WIDGETS } from "./questions.ts";

type Settings = Omit<Widget, "id" | "agent_name" | "key" | "is_active" | "created_at" | "origins"> & { origins: string };

const FRESH: Settings = {
  agent_id: "",
  name: "",
  origins: "",
  colour: "indigo",
  position: "end",
  label: "",
  language: null,
  calls_at_once: 5,
  calls_per_hour: 10,
  chat: false,
};
const LONGEST_LIST = 4_000;

interface DialogProps {
  /** Without it, a new one. */
  widget?: Widget;
  close: () => void;
}

export function WidgetDialog({ widget, close }: DialogProps): React.ReactNode {
  const words = useWords();
  return (
    <Dialog
      open
      onOpenChange={close}
      title={widget === undefined ? words.say("developers.widget_new") : `${words.say("developers.widget_edit")}: ${widget.name}`}
    >
      <WidgetForm {...(widget && { widget })} close={close} />
    </Dialog>
  );
}

function WidgetForm({ widget, close }: DialogProps): React.ReactNode {
  const words = useWords();
  const [settings, setSettings] = useState<Settings>(
    widget === undefined ? FRESH : { ...widget, origins: widget.origins.join("\n") },
  );
  const [problems, setProblems] = useState<Problems>({});
  const act = useAct({
    act: ({ origins, agent_id, ...others }: Omit<Settings, "origins"> & { origins: string[] }) => {
      const { name, colour, position, label, language, calls_at_once, calls_per_hour, chat } = others;
      const body = { name: name.trim(), origins, colour, position, label, language, calls_at_once, calls_per_hour, chat };
      return widget === undefined
        ? server.call(createWidget, { body: { ...body, agent_id } })
        : server.call(changeWidget, { params: { widget_id: widget.id }, body });
    },
    changes: [WIDGETS],
    done: ({ name }) => {
      toast(words.say("developers.widget_saved"), name);
      close();
    },
  });
  const set = (change: Partial<Settings>): void => {
    setSettings({ ...settings, ...change });
    setProblems({});
  };
  const submit = (event: React.SubmitEvent): void => {
    event.preventDefault();
    const found = problemsIn(settings, words);
    setProblems(found);
    if (Object.keys(found).length === 0)
      act.do({ ...settings, origins: addressesIn(settings).map((text) => originOf(text) ?? text) });
  };
  return (
    <form className="grid grid-cols-[minmax(0,1fr)] gap-4" noValidate onSubmit={submit}>
      <TextField
        label={words.say("developers.name")}
        maxLength={100}
        autoComplete="off"
        value={settings.name}
        problem={problems.name}
        onChange={({ target }) => set({ name: target.value })}
      />
      {widget === undefined && (
        <AgentField value={settings.agent_id} problem={problems.agent} choose={(agent_id) => set({ agent_id })} />
      )}
      <AreaField
        label={words.say("developers.widget_origins")}
        hint={words.say("developers.widget_origins_hint")}
        rows={3}
        dir="ltr"
        maxLength={LONGEST_LIST}
        spellCheck={false}
        value={settings.origins}
        problem={problems.origins}
        onChange={({ target }) => set({ origins: target.value })}
      />
      <Look settings={settings} set={set} />
      <ProblemLine>{act.problem}</ProblemLine>
      <div className="flex flex-wrap gap-2">
        <Button rank="first" type="submit" busy={act.busy && words.say("developers.widget_saving")}>
          {words.say("developers.widget_save")}
        </Button>
        <Button onClick={close} disabled={act.busy}>
          {words.say("shell.cancel")}
        </Button>
      </div>
    </form>
  );
}

interface Problems {
  name?: string;
  agent?: string;
  origins?: string;
}

function problemsIn(settings: Settings, words: Words): Problems {
  const origins = addressesIn(settings);
  const bad = origins.find((text) => originOf(text) === undefined);
  return {
    ...(settings.name.trim() === "" && { name: words.say("developers.widget_name_required") }),
    ...(settings.agent_id === "" && { agent: words.say("developers.widget_assistant_required") }),
    ...(origins.length === 0 && { origins: words.say("developers.widget_origins_required") }),
    ...(bad !== undefined && { origins: words.say("developers.widget_bad_origin", { address: bad }) }),
  };
}

function addressesIn({ origins }: Settings): string[] {
  return origins.split(/\s+/).filter(Boolean);
}

interface AgentFieldProps {
  value: string;
  problem: string | undefined;
  choose: (id: string) => void;
}

function AgentField({ value, problem, choose }: AgentFieldProps): React.ReactNode {
  const words = useWords();
  const { data = [] } = useQuery(agents);
  return (
    <SelectField
      label={words.say("developers.widget_assistant")}
      value={value}
      problem={problem}
      onChange={({ target }) => choose(target.value)}
    >
      <option value="">{words.say("developers.widget_choose")}</option>
      {data.map(({ id, agent_name: name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

function Look({ settings, set }: { settings: Settings; set: (change: Partial<Settings>) => void }): React.ReactNode {
  const words = useWords();
  const { colour, position, label, language, calls_at_once: atOnce, calls_per_hour: anHour, chat } = settings;
  const languageOf = (value: string) => LANGUAGES.find((one) => one === value) ?? null;
  const choices = [
    {
      label: words.say("developers.widget_colour"),
      value: colour,
      all: WIDGET_COLOURS.map((one) => [one, words.say(`developers.widget_colour_${one}`)] as const),
      choose: (value: string) => set({ colour: chosenOf(WIDGET_COLOURS, value) }),
    },
    {
      label: words.say("developers.widget_position"),
      value: position,
      all: WIDGET_POSITIONS.map((one) => [one, words.say(`developers.widget_position_${one}`)] as const),
      choose: (value: string) => set({ position: chosenOf(WIDGET_POSITIONS, value) }),
    },
    {
      label: words.say("developers.widget_language"),
      value: language ?? "",
      all: [
        ["", words.say("developers.widget_language_page")] as const,
        ...LANGUAGES.map((one) => [one, LANGUAGE_FACTS[one].name] as const),
      ],
      choose: (value: string) => set({ language: languageOf(value) }),
    },
    {
      label: words.say("developers.widget_at_once"),
      value: atOnce,
      all: WIDGET_ROOMS.map((one) => [one, words.number(one)] as const),
      choose: (value: string) => set({ calls_at_once: chosenOf(WIDGET_ROOMS, value) }),
    },
    {
      label: words.say("developers.widget_an_hour"),
      value: anHour,
      all: WIDGET_PACES.map((one) => [one, words.number(one)] as const),
      choose: (value: string) => set({ calls_per_hour: chosenOf(WIDGET_PACES, value) }),
    },
    {
      label: words.say("developers.widget_chat"),
      value: chat ? "on" : "off",
      all: (["on", "off"] as const).map((one) => [one, words.say(`developers.widget_${one}`)] as const),
      choose: (value: string) => set({ chat: value === "on" }),
    },
  ];
  return (
    <>
      <TextField
        label={words.say("developers.widget_label")}
        hint={words.say("developers.widget_label_hint")}
        maxLength={40}
        autoComplete="off"
        value={label}
        onChange={({ target }) => set({ label: target.value })}
      />
      {choices.map((one) => (
        <SelectField key={one.label} label={one.label} value={one.value} onChange={({ target }) => one.choose(target.value)}>
          {one.all.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </SelectField>
      ))}
    </>
  );
}

/** What somebody pastes is often a page's whole address. */
function originOf(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { origin, protocol, hostname } = new URL(text);
  const isHere = hostname === "localhost" || hostname === "127.0.0.1";
  return protocol === "https:" || (protocol === "http:" && isHere) ? origin : undefined;
}
