import { CLAIMS } from "../claims.ts";

export function Benefits(): React.ReactNode {
  return (
    <section className="part wrap" id="benefits" aria-labelledby="benefits-title">
      <h2 className="say" id="benefits-title">
        What it changes.
      </h2>
      <dl className="claims">
        {CLAIMS.map(({ figure, of }) => (
          <div key={of}>
            <dt>{of}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
      <p className="hint">Figures as claimed by the company; this software does not measure them.</p>
    </section>
  );
}
