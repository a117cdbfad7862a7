import type { Verdict } from './verdict.ts';

/** Remarks that accompany a verdict. */
export type Remark = 'SUSPICIOUS' | 'BEST_OF' | 'EARLY';

/** Above this lift, the instrumentation should be checked first. Source: RES-59. */
const SUSPICIOUS_LIFT = 0.5;

/** `treatments` is the number of values that are compared with the control. */
export function remarksOn({ code, params }: Verdict, treatments: number): Remark[] {
  const remarks: Remark[] = [];
  const isWinner =
    code === 'WINNER' ||
    code === 'WINNER_SIGNAL' ||
    code === 'WINNER_NOT_HARMED' ||
    code === 'WINNER_GUARDRAILS_OPEN';
  if (isWinner || code === 'LOSER') {
    const { scale, point } = params;
    if (scale === 'LIFT' && Math.abs(point) > SUSPICIOUS_LIFT) remarks.push('SUSPICIOUS');
  }
  if (isWinner && treatments > 1) remarks.push('BEST_OF');
  if (code === 'WINNER_SIGNAL') remarks.push('EARLY');
  return remarks;
}
