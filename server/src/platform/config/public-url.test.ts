import { expect, test } from "vitest";
import { parseConfig } from "./config.ts";
import { publicUrlOf } from "./public-url.ts";

test("every line of the start names one host, at which an account that is made is also signed in", () => {
  const at = (settings: Record<string, string>): string => publicUrlOf(parseConfig(settings), 8_080);
  expect(at({})).toBe("http://localhost:8080");
  for (const HOST of ["127.0.0.1", "0.0.0.0", "::", "::1"]) expect(at({ HOST })).toBe("http://localhost:8080");
  expect(at({ HOST: "192.168.1.5" })).toBe("http://192.168.1.5:8080");
  expect(at({ PUBLIC_URL: "https://ongea.example", HOST: "0.0.0.0" })).toBe("https://ongea.example");
});
