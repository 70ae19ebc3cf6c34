/** The typed client of the server that serves this page. */
import { createClient } from "@ongea/contract";

export const server = createClient("", (url, init) => fetch(url, init));
