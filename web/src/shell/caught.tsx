/** A screen that could not be shown: after an update of the server, its old parts are gone. */
import { Component } from "react";
import { Button } from "../ui/button.tsx";
import { Empty } from "../ui/empty.tsx";
import { problemIn, useWords } from "../words/index.ts";

export class Caught extends Component<{ children: React.ReactNode }, { error: unknown }> {
  override state = { error: undefined as unknown };
  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }
  override render(): React.ReactNode {
    return this.state.error === undefined ? this.props.children : <Broken error={this.state.error} />;
  }
}

function Broken({ error }: { error: unknown }): React.ReactNode {
  const words = useWords();
  return (
    <div role="alert">
      <Empty
        title={words.say("shell.broken")}
        act={
          <Button rank="first" onClick={() => location.reload()}>
            {words.say("shell.broken_act")}
          </Button>
        }
      >
        {problemIn(words, error)}
      </Empty>
    </div>
  );
}
