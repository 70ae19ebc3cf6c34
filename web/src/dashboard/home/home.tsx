/** The home of the dashboard: the assistants, a call with one of them, the latest calls. */
import { type Agent, listAgents } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { CallPanel } from "../../call/call-panel.tsx";
import { useBrowserCall } from "../../call/use-browser-call.ts";
import { server, wordsFor } from "../../server.ts";
import { Icon } from "../../ui/icon.tsx";
import { SIZES } from "../../weave/draw.ts";
import { BareStrip } from "../../weave/strip.tsx";
import { LatestCalls } from "./latest-calls.tsx";

export function Home(): React.ReactNode {
  const agents = useQuery({ queryKey: ["agents"], queryFn: () => server.call(listAgents) });
  const call = useBrowserCall();
  const [called, setCalled] = useState("");
  const busy = call.view.state === "connecting" || call.view.state === "live";
  const start = (agent: Agent): void => {
    setCalled(agent.agent_name);
    void call.start(agent.id);
  };
  return (
    <>
      <title>Dashboard · Ongea</title>
      <div className="page-head">
        <h1>Dashboard</h1>
        <p>Call an assistant and hear it answer.</p>
      </div>
      <div className="home">
        <div className="grid gap-8">
          <section>
            <div className="section-head">
              <h2>Assistants</h2>
            </div>
            {agents.isPending && <BareStrip size={SIZES.line} label="Loading the assistants" />}
            {agents.isError && (
              <p className="problem py-3" role="alert">
                {wordsFor(agents.error)}
              </p>
            )}
            <ul className="assistants">
              {agents.data?.map((agent) => (
                <li key={agent.id}>
                  <div>
                    <b>{agent.agent_name}</b>
                    <p className="hint">
                      {agent.phone_numbers.length > 0 ? (
                        <>
                          Rings at{" "}
                          {agent.phone_numbers.map((number) => (
                            <span key={number} className="phone-number">
                              {number}
                            </span>
                          ))}{" "}
                          over SIP
                        </>
                      ) : (
                        "No number yet"
                      )}
                    </p>
                  </div>
                  <button
                    type="button"
                    className="button first"
                    disabled={busy}
                    onClick={() => start(agent)}
                    aria-label={`Call ${agent.agent_name}`}
                  >
                    <Icon name="phone" />
                    Call
                  </button>
                </li>
              ))}
            </ul>
          </section>
          <LatestCalls />
        </div>
        <CallPanel call={call} agentName={called} />
      </div>
    </>
  );
}
