import { expect, test } from "vitest";
import { sniffType } from "./sniff.ts";

const of = (text: string) => sniffType(Buffer.from(text, "latin1"));

test("a file is what its bytes say; programs, pages and half a sign are nothing", () => {
  expect([of("\xff\xd8\xff\xe0"), of("\x89PNG\r\n\x1a\n"), of("RIFF\0\0\0\0WEBPVP8 "), of("%PDF-1.7")]).toEqual([
    "image/jpeg",
    "image/png",
    "image/webp",
    "application/pdf",
  ]);
  expect([of("OggS\0"), of("\xff\xfb\x90"), of("#!AMR\n"), of("\0\0\0\x20ftypM4A "), of("\0\0\0\x20ftypisom")]).toEqual([
    "audio/ogg",
    "audio/mpeg",
    "audio/amr",
    "audio/mp4",
    "video/mp4",
  ]);
  for (const other of ["", "MZ\x90", "<html>", "<svg xmlns=", "PK\x03\x04", "\xff\xd8", "%PDF"])
    expect(of(other)).toBeUndefined();
});
