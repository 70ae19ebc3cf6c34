import { explainListening } from "../cannot-listen.ts";
import type { Http } from "./http.ts";

/** Opens the HTTP port. Returns the one it got. */
export async function listen(app: Http, host: string, port: number): Promise<number> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    explainListening(error, { what: `Port ${port}`, host, setting: "PORT" });
  }
  const address = app.server.address();
  return typeof address === "object" && address ? address.port : port;
}
