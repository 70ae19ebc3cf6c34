/** The words of a mail without what its sender's program adds: quoted mail, its heading, and the signature. Pure. */

/** A quote begins: "On … wrote:" in nine languages ends with a colon before quoted lines; Outlook draws a line or repeats the head. */
const WROTE =
  /^(?:on|le|em|mnamo|a ranar|ni|ngo|በ|في|am|el)\b.{3,300}(?:wrote|a écrit|escreveu|aliandika|ya rubuta|kọ|ubhale|ጻፈ|كتب|schrieb|escribió)\s?:$/iu;
const ORIGINAL = /^-{2,}\s*(?:original message|message d'origine|mensagem original|ujumbe asili|الرسالة الأصلية)\s*-{2,}$/iu;
const LINE = /^_{10,}$/;
const HEAD_FROM = /^\*?(?:from|de|von|kutoka|من)\s?:\*?\s/iu;
const HEAD_DATE = /^\*?(?:sent|date|envoyé|enviado|data|enviada em|tarehe|تاريخ|تم الإرسال)\s?:\*?\s/iu;
const SIGNATURE = /^-- ?$/;
const FROM_PHONE = /^(?:sent from my|get outlook for|envoyé de mon|enviado do meu|imetumwa kutoka)\b.{0,80}$/iu;
/** The heading may be broken over so many lines. */
const BROKEN_OVER = 3;

/** All of it where nothing else is left. */
export function visibleText(text: string): string {
  const lines = text.replaceAll(/\r\n?/g, "\n").replaceAll("\u00a0", " ").split("\n");
  const end = lines.findIndex((_, at) => isEnd(lines, at));
  const own = (end < 0 ? lines : lines.slice(0, end)).filter((line) => !line.startsWith(">"));
  const kept = own.filter((line) => !FROM_PHONE.test(line.trim()));
  const visible = kept
    .join("\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
  return visible === "" ? text.trim() : visible;
}

function isEnd(lines: readonly string[], at: number): boolean {
  const line = (lines[at] ?? "").trimEnd();
  if (SIGNATURE.test(lines[at] ?? "") || ORIGINAL.test(line) || LINE.test(line)) return true;
  if (HEAD_FROM.test(line)) return lines.slice(at + 1, at + 3).some((one) => HEAD_DATE.test(one));
  for (let count = 1; count <= BROKEN_OVER; count++) {
    const heading = lines.slice(at, at + count).map((one) => one.trim());
    if (heading.some((one) => one === "" || one.startsWith(">"))) return false;
    const joined = heading.join(" ");
    if (WROTE.test(joined)) return true;
    if (joined.endsWith(":") && joined.includes("@")) return isQuoteNext(lines, at + count);
  }
  return false;
}

function isQuoteNext(lines: readonly string[], at: number): boolean {
  return (
    lines
      .slice(at, at + 2)
      .find((line) => line.trim() !== "")
      ?.startsWith(">") ?? false
  );
}
