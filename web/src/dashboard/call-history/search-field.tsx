import { useEffect, useRef, useState } from "react";
import { useWords } from "../../words/index.ts";

const SEARCH_AFTER_MS = 300;

/** Searches when the person pauses; Enter does at once. */
export function SearchField({ q, set }: { q: string; set: (q: string) => void }): React.ReactNode {
  const words = useWords();
  const [typed, setTyped] = useState(q);
  const sent = useRef(q);
  const send = useRef(set);
  useEffect(() => {
    send.current = set;
  });
  // The address was changed elsewhere: by the way back, or by a link that shows all.
  useEffect(() => {
    if (q === sent.current) return;
    sent.current = q;
    setTyped(q);
  }, [q]);
  const search = (text: string): void => {
    const wanted = text.trim();
    if (wanted === sent.current) return;
    sent.current = wanted;
    send.current(wanted);
  };
  useEffect(() => {
    const timer = setTimeout(() => search(typed), SEARCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <form
      role="search"
      className="call-search"
      onSubmit={(event) => {
        event.preventDefault();
        search(typed);
      }}
    >
      <input
        className="input"
        type="search"
        aria-label={words.say("history.search")}
        placeholder={words.say("history.search")}
        value={typed}
        maxLength={100}
        onChange={({ target }) => setTyped(target.value)}
      />
    </form>
  );
}
