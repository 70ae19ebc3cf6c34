import { Link } from "react-router";
import { paths } from "../paths.ts";
import { SIZES } from "../weave/draw.ts";
import { BareStrip } from "../weave/strip.tsx";

export function NotFound(): React.ReactNode {
  return (
    <main className="page empty">
      <BareStrip size={SIZES.line} />
      <h1>Oops! Page not found</h1>
      <Link className="button" to={paths.home}>
        Go to the dashboard
      </Link>
    </main>
  );
}
