/** The short forms of RFC 3261 section 7.3.3 and later RFCs. */
const COMPACT: Readonly<Record<string, string>> = {
  i: "call-id",
  m: "contact",
  e: "content-encoding",
  l: "content-length",
  c: "content-type",
  f: "from",
  s: "subject",
  k: "supported",
  t: "to",
  v: "via",
  o: "event",
  r: "refer-to",
  b: "referred-by",
  u: "allow-events",
  x: "session-expires",
  a: "accept-contact",
  j: "reject-contact",
  d: "request-disposition",
  y: "identity",
};

/** Headers in which several values may share a line, separated by commas. */
const LISTS = new Set([
  "accept",
  "accept-encoding",
  "accept-language",
  "allow",
  "contact",
  "content-encoding",
  "content-language",
  "in-reply-to",
  "proxy-require",
  "record-route",
  "require",
  "route",
  "supported",
  "unsupported",
  "via",
]);

const SPELLINGS: Readonly<Record<string, string>> = {
  "call-id": "Call-ID",
  cseq: "CSeq",
  "www-authenticate": "WWW-Authenticate",
};

/** A message's headers in order, looked up by their long name in lower case. */
export class Headers {
  readonly #lines: [name: string, value: string][] = [];

  /** Adds a header below the others. A list header's line is split into its values. */
  add(name: string, value: string): this {
    const key = longName(name);
    if (!LISTS.has(key)) this.#lines.push([key, value]);
    else for (const part of splitOutsideQuotes(value, ",")) if (part !== "") this.#lines.push([key, part]);
    return this;
  }

  /** Adds a single value, unsplit, above the others of its name. */
  addFirst(name: string, value: string): void {
    this.#lines.unshift([longName(name), value]);
  }

  replaceFirst(name: string, value: string): void {
    const line = this.#lines.find(([key]) => key === name);
    if (line) line[1] = value;
  }

  set(name: string, value: string): this {
    this.remove(name);
    this.#lines.push([longName(name), value]);
    return this;
  }

  remove(name: string): void {
    const key = longName(name);
    for (let i = this.#lines.length - 1; i >= 0; i--) if (this.#lines[i]?.[0] === key) this.#lines.splice(i, 1);
  }

  /** The first value. */
  get(name: string): string | undefined {
    for (const [key, value] of this.#lines) if (key === name) return value;
    return undefined;
  }

  all(name: string): string[] {
    const values: string[] = [];
    for (const [key, value] of this.#lines) if (key === name) values.push(value);
    return values;
  }

  count(name: string): number {
    let count = 0;
    for (const [key] of this.#lines) if (key === name) count++;
    return count;
  }

  toString(): string {
    let text = "";
    for (const [key, value] of this.#lines) text += `${spelling(key)}: ${value}\r\n`;
    return text;
  }
}

/** Splits at a separator that is neither quoted nor inside `<>`, and trims the parts. */
export function splitOutsideQuotes(text: string, separator: string): string[] {
  const parts: string[] = [];
  let start = 0;
  let quoted = false;
  let angle = false;
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (quoted) {
      if (char === "\\") i++;
      else if (char === '"') quoted = false;
    } else if (char === '"') quoted = true;
    else if (char === "<") angle = true;
    else if (char === ">") angle = false;
    else if (char === separator && !angle) {
      parts.push(text.slice(start, i).trim());
      start = i + 1;
    }
  }
  parts.push(text.slice(start).trim());
  return parts;
}

export function longName(name: string): string {
  const key = name.toLowerCase();
  return COMPACT[key] ?? key;
}

const spelled = new Map<string, string>(Object.entries(SPELLINGS));

function spelling(key: string): string {
  let text = spelled.get(key);
  if (text === undefined) {
    text = key.replace(/(^|-)([a-z])/g, (match) => match.toUpperCase());
    if (spelled.size < 200) spelled.set(key, text);
  }
  return text;
}
