let isLeaving = false;

/** Leaves for another site that leads back here: nobody is asked about edits, because their form remembers them. */
export function leaveToComeBack(address: string): void {
  isLeaving = true;
  // Back shows the page as it was left.
  window.addEventListener('pageshow', stay, { once: true });
  window.location.assign(address);
}

/** Whether the page is being left for a while, so that nothing is lost. */
export function comesBack(): boolean {
  return isLeaving;
}

function stay(): void {
  isLeaving = false;
}
