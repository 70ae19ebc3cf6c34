/** A body as a tree: names, types, what must be given, defaults and ranges. What lies deeper is drawn when it is opened. */
import { useState } from "react";
import { useWords } from "../words/index.ts";
import type { Schema } from "./description.ts";
import { formsOf, insideOf, rangeText, typeText } from "./schema-text.ts";

/** So many levels are open at first. */
const OPEN_LEVELS = 1;

/** `told`: of an answer, which has all of it. */
export function SchemaTree({ of: schema, told = false }: { of: Schema; told?: boolean }): React.ReactNode {
  const forms = formsOf(schema);
  const inside = insideOf(schema);
  return (
    <div className={told ? "docs-tree docs-told" : "docs-tree"} lang="en" dir="ltr">
      {(!inside || schema.type === "array") && <p className="docs-type">{typeText(schema)}</p>}
      {inside && <Properties of={inside} level={0} />}
      <Forms of={forms} level={0} />
    </div>
  );
}

function Properties({ of: schema, level }: { of: Schema; level: number }): React.ReactNode {
  const required = new Set(schema.required);
  return (
    <ul>
      {Object.entries(schema.properties ?? {}).map(([name, property]) => (
        <li key={name}>
          <Property name={name} of={property} required={required.has(name)} level={level} />
        </li>
      ))}
    </ul>
  );
}

interface PropertyProps {
  name: string;
  of: Schema;
  required: boolean;
  level: number;
}

export function Property({ name, of: schema, required, level }: PropertyProps): React.ReactNode {
  const words = useWords();
  const range = rangeText(schema);
  const inside = insideOf(schema);
  const forms = formsOf(schema);
  const line = (
    <>
      <code className="docs-name">{name}</code> <span className="docs-type">{typeText(schema)}</span>
      {required && <span className="docs-required">{words.say("docs.required")}</span>}
      {range !== "" && <span className="docs-note">{range}</span>}
      {isShort(schema.default) && (
        <span className="docs-note">{words.say("docs.default", { value: JSON.stringify(schema.default) })}</span>
      )}
      {schema.description !== undefined && <span className="docs-note">{schema.description}</span>}
    </>
  );
  if (!inside && forms.length === 0) return <p className="docs-property">{line}</p>;
  return (
    <Deeper line={line} open={level < OPEN_LEVELS - 1}>
      {inside && <Properties of={inside} level={level + 1} />}
      <Forms of={forms} level={level + 1} />
    </Deeper>
  );
}

function Forms({ of: forms, level }: { of: readonly Schema[]; level: number }): React.ReactNode {
  return forms.map((form, index) => (
    <div key={index} className="docs-form">
      <Properties of={form} level={level} />
    </div>
  ));
}

function Deeper({ line, open, children }: { line: React.ReactNode; open: boolean; children: React.ReactNode }): React.ReactNode {
  const [drawn, setDrawn] = useState(open);
  return (
    <details open={open} onToggle={({ currentTarget }) => currentTarget.open && setDrawn(true)}>
      <summary className="docs-property">{line}</summary>
      {drawn && children}
    </details>
  );
}

/** A default that is a whole document says less than its parts do. */
function isShort(value: unknown): boolean {
  return value !== undefined && JSON.stringify(value).length <= 60;
}
