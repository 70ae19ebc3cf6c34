import { Copy } from "../ui/copy.tsx";

/** Text for a machine. It is wrapped and not slid: a telephone shows all of it. */
export function CodeBlock({ text }: { text: string }): React.ReactNode {
  return (
    <div className="docs-code" dir="ltr" lang="en">
      <pre>
        <code>{text}</code>
      </pre>
      <Copy text={text} hidden />
    </div>
  );
}
