/** Moves the focus when the focused element was removed: to the link of a row, else to the heading. */
export function focusFirst(row: Element | undefined): void {
  const next = row?.querySelector<HTMLElement>('a') ?? document.querySelector<HTMLElement>('h1');
  next?.focus();
}
