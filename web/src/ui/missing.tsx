/** An address leads to something that there is not: said plainly, with a way back. Trying again would not help. */
import { Refused } from "@ongea/contract";
import { Link } from "react-router";
import { Empty } from "./empty.tsx";

export function Missing({ title, to, act }: { title: string; to: string; act: string }): React.ReactNode {
  return (
    <Empty
      title={title}
      act={
        <Link className="button" to={to}>
          {act}
        </Link>
      }
    />
  );
}

/** Whether the server knows nothing by that name; what is no id at all names nothing either. */
export function isMissing(error: unknown): boolean {
  return error instanceof Refused && (error.status === 404 || MEANS_NOTHING.has(error.code));
}

const MEANS_NOTHING: ReadonlySet<string> = new Set(["request.invalid", "request.bad_value"]);
