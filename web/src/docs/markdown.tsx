/** Markdown as the guides are written in, drawn by React: no markup of theirs is ever put into the page as it is. */
import { lexer, type MarkedToken, type Token, type Tokens } from "marked";
import { Link } from "react-router";
import { CodeBlock } from "./code-block.tsx";
import { slugOf } from "./description.ts";
import { docsPaths, GUIDES } from "./places.ts";

export function Markdown({ text }: { text: string }): React.ReactNode {
  return <>{lexer(text).map((token, index) => blockOf(token, index))}</>;
}

/** The headings of a guide, for the search. */
export function headingsOf(text: string): { title: string; id: string }[] {
  return lexer(text)
    .filter((token): token is Tokens.Heading => token.type === "heading")
    .map(({ text: title }) => ({ title: plain(title), id: slugOf(title) }));
}

/** Without extensions the lexer makes no others. */
function known(token: Token): MarkedToken {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the library's type leaves room for extensions
  return token as MarkedToken;
}

function blockOf(some: Token, key: number): React.ReactNode {
  const token = known(some);
  switch (token.type) {
    case "heading":
      return <Heading key={key} of={token} />;
    case "paragraph":
      return <p key={key}>{inline(token.tokens)}</p>;
    case "code":
      return <CodeBlock key={key} text={token.text} />;
    case "list":
      return <List key={key} of={token} />;
    case "table":
      return <Table key={key} of={token} />;
    case "blockquote":
      return <blockquote key={key}>{token.tokens.map(blockOf)}</blockquote>;
    case "text":
      return <span key={key}>{inline(token.tokens ?? [token])}</span>;
    default:
      return null;
  }
}

function Heading({ of: { depth, text, tokens } }: { of: Tokens.Heading }): React.ReactNode {
  const id = slugOf(text);
  if (depth === 1) return <h1 id={id}>{inline(tokens)}</h1>;
  return depth === 2 ? <h2 id={id}>{inline(tokens)}</h2> : <h3 id={id}>{inline(tokens)}</h3>;
}

function List({ of: { ordered, items } }: { of: Tokens.List }): React.ReactNode {
  const rows = items.map((item, index) => <li key={index}>{item.tokens.map(blockOf)}</li>);
  return ordered ? <ol>{rows}</ol> : <ul>{rows}</ul>;
}

/** On a narrow screen each row becomes a list of its cells, so that nothing slides. */
function Table({ of: { header, rows } }: { of: Tokens.Table }): React.ReactNode {
  return (
    <table className="docs-table">
      <thead>
        <tr>
          {header.map((cell, index) => (
            <th key={index}>{inline(cell.tokens)}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={at}>
            {row.map((cell, index) => (
              <td key={index} data-name={plain(header[index]?.text ?? "")}>
                {inline(cell.tokens)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function inline(tokens: readonly Token[] = []): React.ReactNode {
  return tokens.map((some, key) => {
    const token = known(some);
    switch (token.type) {
      case "strong":
      case "em":
        return <b key={key}>{inline(token.tokens)}</b>;
      case "codespan":
        return <code key={key}>{token.text}</code>;
      case "link":
        return <Reference key={key} of={token} />;
      case "br":
        return <br key={key} />;
      default:
        return "text" in token ? unescaped(String(token.text)) : null;
    }
  });
}

/** To another guide, or out of here; a file of the repository is named and not linked. */
function Reference({ of: { href, tokens } }: { of: Tokens.Link }): React.ReactNode {
  const name = /^(?:\.\/)?([\w-]+)\.md(#.*)?$/.exec(href);
  if (name?.[1] !== undefined && (GUIDES as readonly string[]).includes(name[1])) {
    return (
      <Link className="link" to={`${docsPaths.guide(name[1])}${name[2] ?? ""}`}>
        {inline(tokens)}
      </Link>
    );
  }
  if (href.startsWith("/"))
    return (
      <Link className="link" to={href}>
        {inline(tokens)}
      </Link>
    );
  if (!href.startsWith("https://")) return inline(tokens);
  return (
    <a className="link" href={href} rel="noreferrer" target="_blank">
      {inline(tokens)}
    </a>
  );
}

/** The lexer leaves the marks of HTML in plain text. */
function unescaped(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
}

function plain(text: string): string {
  return text.replaceAll("`", "");
}
