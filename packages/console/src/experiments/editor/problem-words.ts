import type { Problem } from '@comporta/contract/problem';
import type { Say } from '../../base/say.ts';
import { conditionErrorText } from '../../parts/conditions/condition-error-text.ts';
import type { References } from '../references.ts';
import type { SaveCode } from './experiment-problems.ts';

/** Describes a problem in words, with names where the server knows only ids. */
export function problemInWords(
  say: Say,
  { code, meta }: Problem<SaveCode>,
  { toggles }: Pick<References, 'toggles'>,
): string {
  switch (code) {
    case 'CIRCULAR_TOGGLE_DEPENDENCY': {
      const id = String(meta?.toggle_id);
      return say(`experiment.error.${code}`, { toggle: toggles.get(id)?.name ?? id });
    }
    case 'DEPENDENCY_CHAIN_TOO_LONG':
      return say(`experiment.error.${code}`, {
        length: Number(meta?.length),
        limit: Number(meta?.limit),
      });
    case 'DUPLICATED_RULE':
      return say(`experiment.error.${code}`, { rules: duplicatesInWords(say, meta) });
    case 'NAME_TOO_LONG':
      return say(`experiment.error.${code}`, { limit: Number(meta?.limit) });
    case 'LIMIT_EXCEEDED':
      return limitInWords(say, meta);
    default:
      return say(`experiment.error.${code}`);
  }
}

/** When the server refuses a rule, the limit may be unknown; the text then does without it. */
function limitInWords(say: Say, meta: Problem['meta']): string {
  const code = 'LIMIT_EXCEEDED';
  if (meta?.limit === undefined) return say(`error.${code}`);
  const limit = Number(meta.limit);
  if (meta.field === 'rules') return say(`experiment.error.${code}`, { limit });
  if (meta.field === 'conditions') return say('experiment.error.tooManyConditions', { limit });
  return conditionErrorText(say, { code, at: [], meta });
}

/** An older server reports which rules are duplicates, but not of which rules. */
function duplicatesInWords(say: Say, meta: Problem['meta']): string {
  const [orders, originals] = [listIn(meta?.rule_order), listIn(meta?.duplicate_of)];
  const words = orders.map((order, index) =>
    originals[index] === undefined
      ? `#${order}`
      : say('experiment.duplicateOf', { rule: `#${order}`, original: `#${originals[index]}` }),
  );
  return words.join(', ');
}

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
