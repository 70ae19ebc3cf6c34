/** How an agent uses one tool of an MCP server. */
import type { ApiTool, ApiTools } from "@ongea/contract";
import { LateCorrection } from "../late-correction.tsx";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { chosenOf } from "../../../ui/chosen.ts";
import { AreaField, SelectField, TextField } from "../../../ui/field.tsx";
import { useWords } from "../../../words/index.ts";
import { AnswerTemplate } from "../answer-template.tsx";
import { LONGEST_SECONDS, mcpDraftOf, type McpToolDraft, secondsOf, withMcpDraft } from "./mcp-draft.ts";

interface ToolFormProps {
  tools: ApiTools;
  tool: ApiTool;
  /** Of the agent. */
  language: string;
  /** Without tools: nothing was changed. */
  done: (next?: ApiTools) => void;
}

export function McpToolForm({ tools, tool, language, done }: ToolFormProps): React.ReactNode {
  const words = useWords();
  const [draft, setDraft] = useState(() => mcpDraftOf(tools, tool));
  const set = (change: Partial<McpToolDraft>): void => setDraft((before) => ({ ...before, ...change }));
  const [example, setExample] = useState("");
  const isBad = secondsOf(draft) === undefined;
  return (
    <form
      className="grid gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBad) done(withMcpDraft(tools, tool, draft));
      }}
    >
      <AreaField
        label={words.say("agents.function_when")}
        hint={words.say("agents.function_when_note")}
        rows={3}
        maxLength={4_000}
        value={draft.description}
        onChange={({ target }) => set({ description: target.value })}
      />
      <SelectField
        label={words.say("mcp.effect")}
        hint={words.say("mcp.effect_note")}
        value={draft.effect}
        onChange={({ target }) => set({ effect: chosenOf(["changes", "reads"], target.value) })}
      >
        <option value="changes">{words.say("mcp.changes")}</option>
        <option value="reads">{words.say("mcp.reads")}</option>
      </SelectField>
      <SelectField
        label={words.say("agents.function_confirm")}
        hint={words.say("agents.function_confirm_note")}
        value={draft.confirmation}
        onChange={({ target }) => set({ confirmation: chosenOf(["usual", "never"], target.value) })}
      >
        <option value="usual">{words.say("agents.function_confirm_usual")}</option>
        <option value="never">{words.say("agents.function_confirm_never")}</option>
      </SelectField>
      <LateCorrection draft={draft} set={set} otherNames={tools.tools.filter((one) => one !== tool).map(({ name }) => name)} />
      <TextField
        label={words.say("agents.function_wait")}
        hint={words.say("agents.function_wait_note")}
        maxLength={500}
        value={draft.wait}
        onChange={({ target }) => set({ wait: target.value })}
      />
      <AnswerTemplate
        answer={draft.answer}
        set={(answer) => set({ answer })}
        example={example}
        setExample={setExample}
        hasEffect={draft.effect === "changes"}
        language={language}
      />
      <TextField
        label={words.say("mcp.seconds")}
        dir="ltr"
        inputMode="numeric"
        maxLength={2}
        value={draft.seconds}
        problem={isBad ? words.say("shell.field_range", { least: 1, most: LONGEST_SECONDS }) : undefined}
        onChange={({ target }) => set({ seconds: target.value })}
      />
      <div className="flex flex-wrap gap-2">
        <Button rank="first" type="submit">
          {words.say("mcp.keep")}
        </Button>
        <Button onClick={() => done()}>{words.say("shell.cancel")}</Button>
      </div>
    </form>
  );
}
