import { ProviderFailure, type Thought } from "@ongea/conversation";

const MAX_ARGUMENTS_CHARACTERS = 64 * 1024;
const MAX_CALLS = 16;

interface Piece {
  index?: number | undefined;
  id?: string | null | undefined;
  function?: { name?: string | null | undefined; arguments?: string | null | undefined } | null | undefined;
}

/** Puts together the tool calls that arrive in pieces. */
export class ToolCalls {
  readonly #calls = new Map<number, { id: string; name: string; arguments: string }>();

  push(piece: Piece): void {
    const index = piece.index ?? this.#indexOf(piece);
    const call = this.#calls.get(index) ?? { id: "", name: "", arguments: "" };
    call.id ||= piece.id ?? "";
    call.name ||= piece.function?.name ?? "";
    call.arguments += piece.function?.arguments ?? "";
    this.#calls.set(index, call);
    if (call.arguments.length > MAX_ARGUMENTS_CHARACTERS || this.#calls.size > MAX_CALLS) {
      throw new ProviderFailure("bad-answer", "the provider asks for a tool without end");
    }
  }

  /** Some servers number no pieces: one with a name begins a call, the others continue it. */
  #indexOf(piece: Piece): number {
    return piece.function?.name ? this.#calls.size : Math.max(0, this.#calls.size - 1);
  }

  *complete(): Generator<Thought, void, undefined> {
    for (const [index, { id, name, arguments: json }] of [...this.#calls].toSorted(([a], [b]) => a - b)) {
      if (!name) throw new ProviderFailure("bad-answer", "the provider asks for a tool without a name");
      const given = json.trim() || "{}";
      try {
        JSON.parse(given);
      } catch (cause) {
        throw new ProviderFailure("bad-answer", `the provider's arguments for ${name} are not JSON`, { cause });
      }
      yield { kind: "tool", id: id || `call_${index}`, name, arguments: given };
    }
  }
}
