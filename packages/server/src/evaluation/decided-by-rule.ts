import type { Outcome } from '@comporta/engine/outcome';

/** Whether a rule of an active experiment decided the outcome. */
export function isDecidedByRule({ ruleOrder, errorCode }: Outcome): boolean {
  return ruleOrder !== undefined && errorCode === undefined;
}
