/** Filters that are kept under a name: one's own, or the whole workspace's. */
import { deleteSavedFilter, listSavedFilters, mayActAs, saveFilter, type SavedFilter } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { server } from "../../server.ts";
import { useMe } from "../../shell/me.tsx";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Popover } from "../../ui/popover.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { toast } from "../../ui/toast.ts";
import { useWords } from "../../words/index.ts";
import { addressOf, isFiltered, queryOf, type HistoryFilter } from "./filter.ts";

const KEY = ["call-filters"];
const LONGEST_NAME = 60;

export function SavedFilters({ wanted }: { wanted: HistoryFilter }): React.ReactNode {
  const words = useWords();
  const label = words.say("history.saved");
  return (
    <Popover label={label} trigger={<Button icon="down">{label}</Button>}>
      <div className="grid gap-3">
        <Kept />
        {isFiltered(wanted) ? <Save wanted={wanted} /> : <p className="hint">{words.say("history.saved_hint")}</p>}
      </div>
    </Popover>
  );
}

function Kept(): React.ReactNode {
  const words = useWords();
  const kept = useQuery({ queryKey: KEY, queryFn: () => server.call(listSavedFilters) });
  return (
    <Loaded query={kept} rows={2}>
      {({ data }) =>
        data.length === 0 ? (
          <p>{words.say("history.saved_none")}</p>
        ) : (
          <ul className="rows">
            {data.map((one) => (
              <Row key={one.id} one={one} />
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}

function Row({ one: { id, name, shared, filter } }: { one: SavedFilter }): React.ReactNode {
  const words = useWords();
  const mayDelete = mayActAs(useMe().workspace.role, "agent_manager") || !shared;
  const remove = useAct({ act: () => server.call(deleteSavedFilter, { params: { filter_id: id } }), changes: [KEY] });
  return (
    <li>
      <Link className="link" to={addressOf(filter)} dir="auto">
        {name}
      </Link>
      {shared && <span className="hint">{words.say("history.saved_shared")}</span>}
      <span className="grow" />
      {mayDelete && (
        <Button
          rank="quiet"
          icon="trash"
          aria-label={words.say("history.saved_delete", { name })}
          disabled={remove.busy}
          onClick={() => remove.do()}
        />
      )}
      <ProblemLine>{remove.problem}</ProblemLine>
    </li>
  );
}

function Save({ wanted }: { wanted: HistoryFilter }): React.ReactNode {
  const words = useWords();
  const mayShare = mayActAs(useMe().workspace.role, "agent_manager");
  const [name, setName] = useState("");
  const [shared, setShared] = useState(false);
  const save = useAct({
    act: () => server.call(saveFilter, { body: { name: name.trim(), shared, filter: queryOf(wanted) } }),
    changes: [KEY],
    done: () => {
      setName("");
      toast(words.say("history.saved_done"));
    },
  });
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        save.do();
      }}
    >
      <TextField
        label={words.say("history.saved_name")}
        maxLength={LONGEST_NAME}
        required
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      {mayShare && (
        <label className="flex items-center gap-2">
          <input type="checkbox" checked={shared} onChange={({ target }) => setShared(target.checked)} />
          {words.say("history.saved_share")}
        </label>
      )}
      <ProblemLine>{save.problem}</ProblemLine>
      <Button type="submit" busy={save.busy && words.say("shell.saving")} disabled={name.trim() === ""}>
        {words.say("history.saved_save")}
      </Button>
    </form>
  );
}
