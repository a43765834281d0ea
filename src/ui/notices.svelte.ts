// What the page tells a person in passing, with one thing to do about it; read out by a screen reader.

export interface Notice {
  readonly id: number;
  readonly tone: "info" | "warning" | "error";
  readonly text: string;
  readonly actions?: readonly { readonly label: string; readonly run: () => void }[];
  /** a second notice of the same key takes the place of the first */
  readonly key?: string;
  /** True: it stays until it is dismissed, whatever its tone. */
  readonly stays?: boolean;
}

const shownMs = 10_000;

export class Notices {
  list = $state.raw<readonly Notice[]>([]);
  #next = 1;

  /** Shows a notice. One that only informs goes by itself; a warning or an error stays until it is dismissed. */
  say(notice: Omit<Notice, "id">): number {
    const id = this.#next++;
    const others = this.list.filter(({ key }) => key === undefined || key !== notice.key);
    this.list = [...others, { ...notice, id }].slice(-4);
    if (notice.tone === "info" && !notice.stays) setTimeout(() => this.dismiss(id), shownMs);
    return id;
  }

  /** Takes back the notice of that key, if it is shown. */
  clear(key: string): void {
    this.list = this.list.filter((notice) => notice.key !== key);
  }

  dismiss(id: number): void {
    this.list = this.list.filter((notice) => notice.id !== id);
  }
}
