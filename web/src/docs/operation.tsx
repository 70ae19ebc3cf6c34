/** One route: what it is for, what it takes, what it answers, as a program, and tried with one's own key. */
import { chosenOf } from "../ui/chosen.ts";
import { ROLES } from "@ongea/contract";
import { useMemo } from "react";
import { Link } from "react-router";
import { useWords } from "../words/index.ts";
import { CodeBlock } from "./code-block.tsx";
import type { Operation, Parameter, Subject } from "./description.ts";
import { exampleOf } from "./example.ts";
import { docsPaths } from "./places.ts";
import { requestOf } from "./request.ts";
import { Property, SchemaTree } from "./schema-tree.tsx";
import { Snippets } from "./snippets.tsx";
import { TryIt } from "./try-it.tsx";

interface OperationProps {
  of: Operation;
  subject: Subject;
}

const WHO = ["anyone", ...ROLES, "person", "operator"] as const;

export function OperationPart({ of: operation, subject }: OperationProps): React.ReactNode {
  const words = useWords();
  const { id, method, path, summary, who, parameters, body, answer } = operation;
  const request = useMemo(() => requestOf(operation, location.origin), [operation]);
  const told = useMemo(() => answer.schema && exampleOf(answer.schema, { whole: true }), [answer.schema]);
  return (
    <section className="docs-operation" aria-labelledby={id}>
      <h2 id={id} lang="en" dir="ltr" tabIndex={-1}>
        <Link to={docsPaths.operation(subject, operation)} title={words.say("docs.link")}>
          <Method of={method} /> <code>{path}</code>
        </Link>
      </h2>
      <div className="docs-sides">
        <div className="docs-facts">
          <p lang="en" dir="ltr">
            {summary}
          </p>
          <p className="hint">{words.say(`docs.who_${chosenOf(WHO, who)}`)}</p>
          <Parameters of={parameters} />
          {body && (
            <>
              <h3>{words.say("docs.body")}</h3>
              <p className="hint" dir="ltr" lang="en">
                {body.types.join(", ")}
                {body.mostBytes !== undefined &&
                  ` · ${words.say("docs.most", { megabytes: Math.round(body.mostBytes / 1_000_000) })}`}
              </p>
              {body.schema && <SchemaTree of={body.schema} />}
            </>
          )}
          <h3>
            {words.say("docs.answer")} <code>{answer.status}</code>
          </h3>
          {answer.schema ? (
            <SchemaTree of={answer.schema} told />
          ) : (
            <p className="hint" dir="ltr">
              {answer.type}
            </p>
          )}
          <p className="hint">
            <Link className="link" to={docsPaths.errors}>
              {words.say("docs.refused")}
            </Link>
          </p>
        </div>
        <div className="docs-programs">
          <h3>{words.say("docs.request")}</h3>
          <Snippets of={request} />
          {told !== undefined && (
            <details>
              <summary>{words.say("docs.example")}</summary>
              <CodeBlock text={JSON.stringify(told, null, 2)} />
            </details>
          )}
          {who !== "person" && who !== "operator" && <TryIt of={operation} body={request.body} />}
        </div>
      </div>
    </section>
  );
}

export function Method({ of: method }: { of: string }): React.ReactNode {
  return <span className={`docs-method ${method.toLowerCase()}`}>{method}</span>;
}

function Parameters({ of: parameters }: { of: readonly Parameter[] }): React.ReactNode {
  const words = useWords();
  if (parameters.length === 0) return null;
  return (
    <>
      <h3>{words.say("docs.parameters")}</h3>
      <ul className="docs-tree" lang="en" dir="ltr">
        {parameters.map(({ name, in: place, required, description, schema }) => (
          <li key={`${place}/${name}`}>
            <Property
              name={name}
              of={description === undefined ? schema : { ...schema, description }}
              required={required}
              level={0}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
