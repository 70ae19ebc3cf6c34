import { expect, test } from "vitest";
import { volunteeredName } from "./names.ts";

test.each([
  ["Hi, this is Amina Yusuf, I'd like to book a table", "Amina Yusuf"],
  ["Hello, my name is Peter Otieno and I need a service", "Peter Otieno"],
  ["Morning, Lindiwe Dlamini here. Can I come on Friday?", "Lindiwe Dlamini"],
  ["John Mwangi from Muyenga. My dog limps", "John Mwangi"],
])("%s", (said, name) => expect(volunteeredName(said)).toBe(name));

test.each([
  "my car is KDA three zero eight B, I want to reserve chairs",
  "this is totally unacceptable",
  "there's a big leak here at Mamboleo",
  "No Water Here since Monday",
  "I'm calling about my bill",
  "I am the one with the invoice four four one zero",
  "Good morning from Nairobi",
])("no name: %s", (said) => expect(volunteeredName(said)).toBeUndefined());
