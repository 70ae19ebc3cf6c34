import { CLAIMS } from "../claims.ts";
import { useSiteWords } from "../page-context.ts";

export function Benefits(): React.ReactNode {
  const { say } = useSiteWords();
  return (
    <section className="part wrap" id="benefits" aria-labelledby="benefits-title">
      <h2 className="say" id="benefits-title">
        {say("landing.benefits_title")}
      </h2>
      <dl className="claims">
        {CLAIMS.map(({ figure, of }) => (
          <div key={of}>
            <dt>{say(of)}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
      <p className="hint">{say("landing.claims_note")}</p>
    </section>
  );
}
