// The owner's access code: kept for this tab only, sent along with calls, asked for when one is refused.
import { accessCodeHeader } from "../../engine/index.ts";

const storageKey = "loopglass.access-code";

/** What a code can hold: other letters cannot travel in a header. */
const sendable = /^[\x21-\x7e]+$/;

export class AccessCode {
  /** null: none was entered in this tab */
  #code = $state<string | null>(recall());
  /** the server refused the code that stands here, or calls were made without one */
  refused = $state(false);
  /** a call was made with it */
  accepted = $state(false);
  /** how many calls wait for it */
  waiting = $state(0);
  #listeners = new Set<() => void>();

  get code(): string | null {
    return this.#code;
  }

  get held(): boolean {
    return this.#code !== null;
  }

  /** What a call carries. */
  readonly headers = (): Record<string, string> => (this.#code === null ? {} : { [accessCodeHeader]: this.#code });

  /** Takes what was typed; false: it holds what no code can. */
  enter(typed: string): boolean {
    const code = typed.trim();
    if (!sendable.test(code)) return false;
    this.#set(code);
    for (const listener of [...this.#listeners]) listener();
    return true;
  }

  forget(): void {
    this.#set(null);
  }

  #set(code: string | null): void {
    this.#code = code;
    this.refused = false;
    this.accepted = false;
    remember(code);
  }

  /** Calls `listener` with each code that is entered; returns a function that ends that. */
  onEnter(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

/** In the tab's own storage: gone with the tab, and no other tab or later visitor of this browser has it. */
function remember(code: string | null): void {
  try {
    if (code === null) sessionStorage.removeItem(storageKey);
    else sessionStorage.setItem(storageKey, code);
  } catch {
    // Without storage it lasts until a reload.
  }
}

function recall(): string | null {
  try {
    return sessionStorage.getItem(storageKey);
  } catch {
    return null;
  }
}
