const DAY_MS = 24 * 60 * 60_000;
/** From this part of a day's quota on, the key page and the log tell. Source: FAIR-29. */
const NEARLY = 0.8;

export function isNearlyUsedUp(stored: number, most: number): boolean {
  return stored >= NEARLY * most;
}

/** The first moment of this UTC day. */
export function startOfDay(): Date {
  return new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS);
}
