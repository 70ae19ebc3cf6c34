import { Link } from "react-router";
import { Motif } from "../../ui/icon.tsx";
import { useWords } from "../../words/index.ts";

/** The specification's six. */
const ACTIONS = [
  { motif: "setup", label: "home.create_agent", path: "/dashboard/agent-setup" },
  { motif: "history", label: "home.view_history", path: "/dashboard/call-history" },
  { motif: "numbers", label: "home.manage_numbers", path: "/dashboard/phone-numbers" },
  { motif: "knowledge", label: "home.upload_knowledge", path: "/dashboard/knowledge-base" },
  { motif: "voice", label: "home.test_voice_lab", path: "/dashboard/voices" },
  { motif: "batches", label: "home.run_batches", path: "/dashboard/batches" },
] as const;

export function QuickActions(): React.ReactNode {
  const words = useWords();
  return (
    <section>
      <div className="section-head">
        <h2>{words.say("home.quick_actions")}</h2>
      </div>
      <ul className="actions">
        {ACTIONS.map(({ motif, label, path }) => (
          <li key={path}>
            <Link to={path}>
              <Motif name={motif} />
              {words.say(label)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
