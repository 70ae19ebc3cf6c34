/** The body of a route that takes bytes; nothing where none came. */
export function bodyBytes({ body }: { body: unknown }): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}
