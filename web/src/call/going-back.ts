/**
 * Whoever must be asked before somebody goes back or forward hears of it before the router, which cannot be told to stay: listeners of the window
 * are called in the order in which they came, so this one comes with the program.
 */
type Asked = (event: PopStateEvent) => void;

let asked: Asked | undefined;

addEventListener("popstate", (event) => asked?.(event));

/** Until the returned function is called. */
export function askFirst(ask: Asked): () => void {
  asked = ask;
  return () => {
    if (asked === ask) asked = undefined;
  };
}
