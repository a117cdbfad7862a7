import type { Outcome } from '@comporta/engine/outcome';

/** Whether a rule of an active experiment decided it: of any other there is no rule to name. */
export function isDecidedByRule({ ruleOrder, errorCode }: Outcome): boolean {
  return ruleOrder !== undefined && errorCode === undefined;
}
