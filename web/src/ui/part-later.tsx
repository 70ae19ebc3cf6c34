/** Parts of a screen that are fetched when they are first shown. */
import { Component, type ComponentType, lazy, type LazyExoticComponent, Suspense, useState } from "react";
import { Unreachable } from "@ongea/contract";
import { useAskAgain, useWords } from "../words/index.ts";
import { Button } from "./button.tsx";
import { Failed } from "./loaded.tsx";

interface Faces<Props> {
  waiting?: (props: Props) => React.ReactNode;
  failed?: (failure: Failure, props: Props) => React.ReactNode;
}

interface Failure {
  error: unknown;
  again: () => void;
  /** How often it was asked for again. */
  attempt: number;
}

type Part<Props> = LazyExoticComponent<ComponentType<Props>>;

/**
 * While the part comes, and where it cannot be had, all around it stays as it is: what was typed there is kept. One that cannot be had says so
 * in its place and is fetched again at the press of a button.
 */
export function partLater<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { waiting = () => null, failed = sayFailed }: Faces<Props> = {},
): ComponentType<Props> {
  const begin = (): Part<Props> =>
    lazy(async () => {
      try {
        return { default: await load() };
      } catch (error) {
        latest = begin();
        throw new Unreachable("A part of the page could not be fetched", { cause: error });
      }
    });
  let latest = begin();
  return function PartLater(props: Props) {
    const askAgain = useAskAgain();
    // Its own: where another place fetches the part again, what is shown here stays.
    const [{ Shown, attempt }, setShown] = useState({ Shown: latest, attempt: 0 });
    const again = (): void => {
      bringStylesAgain();
      askAgain();
      setShown({ Shown: latest, attempt: attempt + 1 });
    };
    return (
      <CaughtHere key={attempt} failed={(error) => failed({ error, again, attempt }, props)}>
        <Suspense fallback={waiting(props)}>
          <Shown {...props} />
        </Suspense>
      </CaughtHere>
    );
  };
}

function sayFailed({ error, again, attempt }: Failure): React.ReactNode {
  return (
    <>
      <Failed error={error} again={again} />
      {attempt > 0 && <Reload />}
    </>
  );
}

/** A server that was updated has no old parts. */
function Reload(): React.ReactNode {
  const words = useWords();
  return <Button onClick={() => location.reload()}>{words.say("shell.broken_act")}</Button>;
}

/** The bundler asks for a style sheet once; one that did not come stays out otherwise. */
function bringStylesAgain(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]'))
    if (!hasCome(link)) link.replaceWith(link.cloneNode());
}

function hasCome({ sheet }: HTMLLinkElement): boolean {
  try {
    return sheet !== null && sheet.cssRules.length > 0;
  } catch {
    // The rules of one that failed may not be read.
    return false;
  }
}

interface CaughtHereProps {
  failed: (error: unknown) => React.ReactNode;
  children: React.ReactNode;
}

class CaughtHere extends Component<CaughtHereProps, { caught?: { error: unknown } }> {
  override state: { caught?: { error: unknown } } = {};
  static getDerivedStateFromError(error: unknown): { caught: { error: unknown } } {
    return { caught: { error } };
  }
  override render(): React.ReactNode {
    return this.state.caught ? this.props.failed(this.state.caught.error) : this.props.children;
  }
}
