import { useTranslations } from 'use-intl/react';
import type { Say } from '../../base/say.ts';

const UNITS = [
  ['days', 24 * 3600],
  ['hours', 3600],
  ['minutes', 60],
] as const;

/** Says a number of seconds in the largest unit that leaves no rest: "90 minutes", "1 day". */
export function waitText(say: Say, seconds: number): string {
  const [unit, size] = UNITS.find(([, one]) => seconds % one === 0) ?? (['seconds', 1] as const);
  return say(`changeRequest.wait.${unit}`, { count: seconds / size });
}

export function useWaitText(): (seconds: number) => string {
  const say = useTranslations();
  return (seconds) => waitText(say, seconds);
}
