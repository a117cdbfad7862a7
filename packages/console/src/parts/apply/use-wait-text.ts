import { useTranslations } from 'use-intl/react';

const UNITS = [
  ['days', 24 * 3600],
  ['hours', 3600],
  ['minutes', 60],
] as const;

/** Says a number of seconds in the largest unit that leaves no rest: "90 minutes", "1 day". */
export function useWaitText(): (seconds: number) => string {
  const t = useTranslations('changeRequest.wait');
  return (seconds) => {
    const [unit, size] = UNITS.find(([, one]) => seconds % one === 0) ?? (['seconds', 1] as const);
    return t(unit, { count: seconds / size });
  };
}
