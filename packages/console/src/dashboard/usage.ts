import type { Limit } from '@comporta/contract/limits/limits';

/** The share of a limit from which on a warning helps. */
const NEAR_PERCENT = 80;

export interface Usage {
  readonly percent: number;
  readonly level: 'fine' | 'near' | 'full';
}

/** The used share of a limit; undefined when there is no limit. */
export function usageOf({ type, currentCount, maxLimit }: Limit): Usage | undefined {
  if (type === 'UNLIMITED' || maxLimit === null) return undefined;
  if (currentCount >= maxLimit) return { percent: 100, level: 'full' };
  const percent = Math.floor((currentCount / maxLimit) * 100);
  return { percent, level: percent >= NEAR_PERCENT ? 'near' : 'fine' };
}
