/** Where the keyboard goes on when what had the focus is gone: to the link of a row, else to the heading. */
export function focusFirst(row: Element | undefined): void {
  const next = row?.querySelector<HTMLElement>('a') ?? document.querySelector<HTMLElement>('h1');
  next?.focus();
}
