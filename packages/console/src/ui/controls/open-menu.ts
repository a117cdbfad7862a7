/** Opens the list of a menu, where the browser allows it: only in answer to what the user did. */
export function openMenu(menu: HTMLSelectElement | null): void {
  try {
    menu?.showPicker();
  } catch {
    // The user opens it.
  }
}
