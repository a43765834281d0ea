// Which run is on screen: remembered in this tab.
const shownKey = "loopglass.shown";

/** Which run is on screen, so that a reload shows it again; forgotten with the tab. */
export function rememberShown(id: string | null): void {
  try {
    if (id === null) sessionStorage.removeItem(shownKey);
    else sessionStorage.setItem(shownKey, id);
  } catch {
    // Without storage a reload begins with an empty page; the run itself is in the history, or a notice says that it is not.
  }
}

export function recallShown(): string | null {
  try {
    return sessionStorage.getItem(shownKey);
  } catch {
    return null;
  }
}
