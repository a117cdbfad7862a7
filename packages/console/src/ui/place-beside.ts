/** Below a button and aligned with its end, or above it and aligned with its start. */
export type Placement = 'below' | 'above';

const GAP_PX = 6;
const EDGE_PX = 8;

/** Positions a popover beside a button, or on its other side when it does not fit. */
export function placeBeside(list: HTMLElement, button: HTMLElement, placement: Placement): void {
  const { offsetWidth: width, offsetHeight: height } = list;
  const { left, right, top, bottom } = button.getBoundingClientRect();
  const below = bottom + GAP_PX;
  const above = top - GAP_PX - height;
  const fitsBelow = below + height <= window.innerHeight - EDGE_PX;
  const isBelow = above < EDGE_PX || (placement === 'below' && fitsBelow);
  const start = placement === 'below' ? right - width : left;
  list.style.top = `${isBelow ? below : above}px`;
  list.style.left = `${Math.max(EDGE_PX, Math.min(start, window.innerWidth - width - EDGE_PX))}px`;
}
