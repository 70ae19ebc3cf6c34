import { useRouteError } from "react-router";
import { wordsFor } from "../server.ts";

/** A screen that could not be shown: after an update of the server, its old parts are gone. */
export function Broken(): React.ReactNode {
  const error = useRouteError();
  return (
    <main className="page empty">
      <h1>This screen could not be shown</h1>
      <p className="problem">{wordsFor(error)}</p>
      <button type="button" className="button first" onClick={() => location.reload()}>
        Load it again
      </button>
    </main>
  );
}
