/** Filters that are kept under a name: one's own, or the whole workspace's. */
import { deleteSavedFilter, listSavedFilters, saveFilter, type SavedFilter } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { server } from "../../server.ts";
import { SavedRow, SaveForm } from "../../shell/saved-names.tsx";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Popover } from "../../ui/popover.tsx";
import { toast } from "../../ui/toast.ts";
import { useWords } from "../../words/index.ts";
import { addressOf, isFiltered, queryOf, type HistoryFilter } from "./filter.ts";

const KEY = ["call-filters"];

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

function Row({ one }: { one: SavedFilter }): React.ReactNode {
  const words = useWords();
  const remove = useAct({ act: () => server.call(deleteSavedFilter, { params: { filter_id: one.id } }), changes: [KEY] });
  const label = words.say("history.saved_delete", { name: one.name });
  return <SavedRow saved={one} to={addressOf(one.filter)} remove={remove} removeLabel={label} />;
}

function Save({ wanted }: { wanted: HistoryFilter }): React.ReactNode {
  const words = useWords();
  return (
    <SaveForm
      label={words.say("history.saved_save")}
      changes={KEY}
      save={(named) => server.call(saveFilter, { body: { ...named, filter: queryOf(wanted) } })}
      done={() => toast(words.say("history.saved_done"))}
    />
  );
}
