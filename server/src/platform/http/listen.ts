import { CannotStart } from "../cannot-start.ts";
import type { Http } from "./http.ts";

/** Opens the HTTP port. Returns the one it got. */
export async function listen(app: Http, host: string, port: number): Promise<number> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "EADDRINUSE")
      throw new CannotStart(`Port ${port} on ${host} is in use by another program. Choose another with PORT.`, { cause: error });
    if (code === "EACCES")
      throw new CannotStart(`Port ${port} may not be opened by this user. Choose one above 1023 with PORT.`, { cause: error });
    if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
      throw new CannotStart(`This machine has no address ${host}. Check HOST.`, { cause: error });
    throw error;
  }
  const address = app.server.address();
  return typeof address === "object" && address ? address.port : port;
}
