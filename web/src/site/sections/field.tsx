import { useSiteWords } from "../page-context.ts";

interface FieldProps {
  /** Also what the server calls it. */
  name: string;
  /** Tells apart the same field of two forms on one page. */
  form: string;
  label: string;
  type?: "text" | "email" | "area";
  autoComplete?: string;
  maxLength: number;
}

/** A required field: the label above, the reason below. */
export function Field({ name, form, label, type = "text", autoComplete = "off", maxLength }: FieldProps): React.ReactNode {
  const id = `${form}-${name}`;
  const shared = { id, name, className: "input", required: true, maxLength, "aria-describedby": `${id}-problem` };
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {type === "area" ? (
        <textarea {...shared} rows={6} />
      ) : (
        <input {...shared} type={type} autoComplete={autoComplete} {...(type === "email" ? { dir: "ltr" } : {})} />
      )}
      <p className="problem" id={`${id}-problem`} hidden />
    </div>
  );
}

/** Usable once the script has come: without it nothing could be sent. */
export function SendButton({ children }: { children: string }): React.ReactNode {
  const { say } = useSiteWords();
  return (
    <>
      <button className="button big first" type="submit" disabled data-send>
        {children}
      </button>
      <noscript>
        <p className="hint">{say("frame.needs_script")}</p>
      </noscript>
    </>
  );
}
