import type { ConditionCode } from '@comporta/contract/conditions/condition';
import type { Problem } from '@comporta/contract/problem';
import type { Say } from '../../base/say.ts';

export function conditionErrorText(say: Say, { code, meta }: Problem<ConditionCode>): string {
  if (code !== 'LIMIT_EXCEEDED') return say(`condition.error.${code}`);
  if (meta?.field === 'regex') return say('condition.error.tooManyRegexes');
  const key = meta?.field === 'items' ? 'tooManyItems' : code;
  return say(`condition.error.${key}`, { limit: Number(meta?.limit) });
}
