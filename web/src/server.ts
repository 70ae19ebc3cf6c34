/** The typed client of the server that serves this page. */
import "@ongea/contract/without-eval";
import { createClient } from "@ongea/contract";

export const server = createClient("", (url, init) => fetch(url, init));
