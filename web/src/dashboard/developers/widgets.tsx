/** Web widgets: which assistants stand on which pages, and the line of HTML for each. */
import { changeWidget, deleteWidget, mayActAs, type Widget } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { server } from "../../server.ts";
import { useMe } from "../../shell/me.tsx";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { useSought } from "../../ui/by-address.ts";
import { Copy } from "../../ui/copy.tsx";
import { Confirm } from "../../ui/dialog.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { toast } from "../../ui/toast.ts";
import { VersionChoice } from "../../versions/version-choice.tsx";
import { useWords } from "../../words/index.ts";
import { WIDGETS, widgets } from "./questions.ts";
import { WidgetDialog } from "./widget-dialog.tsx";

export function Widgets(): React.ReactNode {
  const words = useWords();
  const mayChange = mayActAs(useMe().workspace.role, "agent_manager");
  const query = useQuery(widgets);
  const sought = useSought("widgets");
  const [creating, setCreating] = useState(false);
  return (
    <section className="mt-6 scroll-mt-20" ref={sought}>
      <div className="section-head">
        <h2>{words.say("developers.widgets")}</h2>
        {mayChange && <Button onClick={() => setCreating(true)}>{words.say("developers.widget_new")}</Button>}
      </div>
      <p className="py-3">{words.say("developers.widgets_note")}</p>
      <Loaded query={query} rows={2}>
        {({ data }) =>
          data.length > 0 ? (
            <ul>
              {data.map((widget) => (
                <Row key={widget.id} widget={widget} mayChange={mayChange} />
              ))}
            </ul>
          ) : (
            <Empty title={words.say("developers.widgets_none")}>{words.say("developers.widgets_none_note")}</Empty>
          )
        }
      </Loaded>
      {creating && <WidgetDialog close={() => setCreating(false)} />}
    </section>
  );
}

function Row({ widget, mayChange }: { widget: Widget; mayChange: boolean }): React.ReactNode {
  const words = useWords();
  const { name, is_active: isOn, agent_name: agent, origins, key } = widget;
  const snippet = `<script async src="${location.origin}/widgets/${key}/widget.js"></script>`;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-2 border-b border-line py-4" aria-label={name}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0 [overflow-wrap:anywhere]">
          <b>{name}</b>{" "}
          <span className={`status ${isOn ? "good" : "still"}`}>{words.say(`developers.widget_${isOn ? "on" : "off"}`)}</span>
          <small className="block text-ink-2">
            {agent === "" ? words.say("developers.widget_no_assistant") : agent} · <bdi dir="ltr">{origins.join(", ")}</bdi>
          </small>
          {agent !== "" && <VersionChoice kind="widget" target={widget.id} agentId={widget.agent_id} name={name} />}
        </div>
        {mayChange && <Acts of={widget} />}
      </div>
      <div className="flex flex-wrap items-start gap-3">
        <code className="code grow basis-80 border border-line bg-sunk p-3 text-start" dir="ltr">
          {snippet}
        </code>
        <Copy text={snippet} hidden />
      </div>
    </li>
  );
}

function Acts({ of: widget }: { of: Widget }): React.ReactNode {
  const words = useWords();
  const { id, name, is_active: isOn } = widget;
  const [editing, setEditing] = useState(false);
  const [asking, setAsking] = useState(false);
  const turn = useAct({
    act: () => server.call(changeWidget, { params: { widget_id: id }, body: { is_active: !isOn } }),
    changes: [WIDGETS],
  });
  const remove = useAct({
    act: () => server.call(deleteWidget, { params: { widget_id: id } }),
    changes: [WIDGETS],
    done: () => toast(words.say("developers.widget_deleted"), name),
  });
  const act = (word: string): { "aria-label": string } => ({ "aria-label": `${word}: ${name}` });
  const [edit, turned, gone] = [
    words.say("developers.widget_edit"),
    words.say(isOn ? "developers.widget_turn_off" : "developers.widget_turn_on"),
    words.say("developers.widget_delete"),
  ];
  return (
    <div className="flex flex-wrap gap-2">
      <Button rank="quiet" onClick={() => setEditing(true)} {...act(edit)}>
        {edit}
      </Button>
      <Button rank="quiet" onClick={() => turn.do()} disabled={turn.busy} {...act(turned)}>
        {turned}
      </Button>
      <Button rank="bad" onClick={() => setAsking(true)} {...act(gone)}>
        {gone}
      </Button>
      <ProblemLine>{turn.problem}</ProblemLine>
      {editing && <WidgetDialog widget={widget} close={() => setEditing(false)} />}
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={words.say("developers.widget_delete_title")}
        description={words.say("developers.widget_delete_note", { name })}
        act={gone}
        busy={remove.busy && words.say("developers.widget_deleting")}
        problem={remove.problem}
        onConfirm={() => remove.do()}
      />
    </div>
  );
}
