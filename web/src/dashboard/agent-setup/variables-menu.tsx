/** The variables that there are, each with an example: those of every call, of contacts, and of the last batch. */
import { listBatchContacts, listBatches, listContacts, listPhoneNumbers } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { useParams } from "react-router";
import { server } from "../../server.ts";
import { Menu, MenuHead, MenuItem, MenuLine } from "../../ui/menu.tsx";
import { type FurtherArea, type SentenceId, useAreas, useWords } from "../../words/index.ts";
import { insertVariable } from "./insert-variable.ts";

const AREAS: readonly FurtherArea[] = ["variables"];
const CONTACTS_LOOKED_AT = 50;
/** Of contacts, and of a batch. */
const MOST_SHOWN = 12;
/** What the editor's variables look like; others cannot be filled. */
const IS_NAME = /^[^{}]{1,60}$/u;
const A_NUMBER = "+254712345678";

interface VariablesMenuProps {
  trigger: React.ReactNode;
  label: string;
  areaId: string;
  value: string;
  set: (value: string) => void;
  /** Whether somebody has set a cursor in it; otherwise a variable comes at the end. */
  hadCursor: () => boolean;
}

interface Variable {
  name: string;
  example: string;
}

export function VariablesMenu({ trigger, label, areaId, value, set, hadCursor }: VariablesMenuProps): React.ReactNode {
  useAreas(AREAS);
  const words = useWords();
  const groups = useVariables();
  const cursor = useRef<number>(undefined);
  const area = (): HTMLTextAreaElement | null => document.querySelector(`textarea[id="${CSS.escape(areaId)}"]`);
  const insert = (name: string): void => {
    const end = value.length;
    const element = area();
    const place = element && hadCursor() ? { from: element.selectionStart, to: element.selectionEnd } : { from: end, to: end };
    const inserted = insertVariable(value, name, place);
    cursor.current = inserted.cursor;
    set(inserted.text);
  };
  /** The cursor goes back to the text, behind what was put there. */
  const closed = (event: Event): void => {
    const element = area();
    if (cursor.current === undefined || !element) return;
    event.preventDefault();
    element.focus();
    element.setSelectionRange(cursor.current, cursor.current);
    cursor.current = undefined;
  };
  return (
    <Menu trigger={trigger} label={label} defaultOpen closed={closed}>
      {groups.map(({ title, variables }, at) => (
        <div key={title} role="group" aria-label={words.say(title)}>
          {at > 0 && <MenuLine />}
          <MenuHead>{words.say(title)}</MenuHead>
          {variables.map(({ name, example }) => (
            <MenuItem key={name} onSelect={() => insert(name)}>
              <span className="variable">
                <code>{`{${name}}`}</code>
                {example !== "" && <small dir="auto">{example}</small>}
              </span>
            </MenuItem>
          ))}
        </div>
      ))}
      <MenuLine />
      <p className="hint variables-note">{words.say("variables.note")}</p>
    </Menu>
  );
}

function useVariables(): { title: SentenceId; variables: Variable[] }[] {
  const { id = "new" } = useParams();
  const contacts = useQuery({
    queryKey: ["contacts", "variables"],
    queryFn: () => server.call(listContacts, { query: { limit: CONTACTS_LOOKED_AT } }),
    retry: false,
  });
  const columns = useQuery({ queryKey: ["batches", "variables", id], queryFn: () => columnsOf(id), retry: false });
  const numbers = useQuery({ queryKey: ["numbers"], queryFn: () => server.call(listPhoneNumbers) });
  const now = new Date();
  const number = numbers.data?.[0]?.phone_number ?? A_NUMBER;
  const call: Variable[] = [
    { name: "current_date", example: new Intl.DateTimeFormat("en-GB", { dateStyle: "full" }).format(now) },
    { name: "current_time", example: new Intl.DateTimeFormat("en-GB", { timeStyle: "short" }).format(now) },
    { name: "timezone", example: new Intl.DateTimeFormat().resolvedOptions().timeZone },
    { name: "from_number", example: A_NUMBER },
    { name: "to_number", example: number },
    { name: "agent_id", example: "" },
    { name: "execution_id", example: "" },
  ];
  const known = fieldsOf(contacts.data?.data ?? []);
  const batch = (columns.data ?? []).slice(0, MOST_SHOWN);
  return [
    { title: "variables.of_call", variables: call },
    { title: "variables.of_contact", variables: known },
    ...(batch.length > 0 ? [{ title: "variables.of_batch" as const, variables: batch }] : []),
  ];
}

/** By the newest contact of whom it is known. */
function fieldsOf(contacts: readonly { name: string; language: string; fields: Readonly<Record<string, string>> }[]): Variable[] {
  const examples = new Map<string, string>([
    ["name", ""],
    ["language", ""],
  ]);
  for (const { name, language, fields } of contacts)
    for (const [field, text] of Object.entries({ name, language, ...fields }))
      if (IS_NAME.test(field) && (examples.get(field) ?? "") === "") examples.set(field, text);
  return [...examples].slice(0, MOST_SHOWN).map(([field, example]) => ({ name: `contact.${field}`, example }));
}

/** The columns of the last file that this agent called, each with its first cell. */
async function columnsOf(agentId: string): Promise<Variable[]> {
  if (agentId === "new") return [];
  const [last] = await server.call(listBatches, { params: { agent_id: agentId } });
  if (!last) return [];
  const { data } = await server.call(listBatchContacts, { params: { batch_id: last.batch_id }, query: { limit: 1 } });
  return Object.entries(data[0]?.variables ?? {})
    .filter(([name]) => IS_NAME.test(name))
    .map(([name, example]) => ({ name, example }));
}
