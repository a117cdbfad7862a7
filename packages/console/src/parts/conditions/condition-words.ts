import type { ConditionCode, ConditionProperties } from '@comporta/contract/conditions/condition';
import type { Problem } from '@comporta/contract/problem';
import { listItems } from '@comporta/engine/operators/list';
import type { PropertyType, TargetGroupPolicy } from '@comporta/engine/vocabulary';
import type { Say } from '../../base/say.ts';
import { type Choice, type ConditionText, choiceOf } from './condition-form.ts';

/** A sentence names so many items of a list. */
const ITEMS_SHOWN = 8;

/** Stands for what is not filled in yet. */
const MISSING = '…';

const COMPARISONS = [
  'GREATER_THAN',
  'GREATER_THAN_OR_EQUALS',
  'LESS_THAN',
  'LESS_THAN_OR_EQUALS',
] as const;

/** Dates are not greater but later. */
export function choiceLabel(say: Say, type: PropertyType, choice: Choice): string {
  const comparison = COMPARISONS.find((known) => known === choice);
  return type === 'DATE' && comparison !== undefined
    ? say(`expression.date.${comparison}`)
    : say(`expression.${choice}`);
}

/** `country is one of BR, PT`; an unfinished condition has its gaps. */
export function conditionInWords(
  say: Say,
  condition: ConditionText,
  properties: ConditionProperties,
): string {
  const property = properties.get(condition.propertyId);
  if (property === undefined) return MISSING;
  const choice = choiceOf(condition, property.type);
  if (choice === undefined) return `${property.key} ${MISSING}`;
  const verb = `${property.key} ${choiceLabel(say, property.type, choice).toLowerCase()}`;
  if (property.type === 'BOOLEAN') return verb;
  return `${verb} ${choice === 'IN' ? listInWords(say, condition.term) : quoted(condition.term)}`;
}

/** All conditions of a target group in one sentence. */
export function conditionsInWords(
  say: Say,
  {
    policy,
    conditions,
  }: {
    readonly policy: TargetGroupPolicy;
    readonly conditions: readonly ConditionText[];
  },
  properties: ConditionProperties,
): string {
  const word = policy === 'AND' ? say('condition.and') : say('condition.or');
  return conditions
    .map((condition) => conditionInWords(say, condition, properties))
    .join(` ${word} `);
}

export function conditionErrorText(say: Say, { code, meta }: Problem<ConditionCode>): string {
  if (code !== 'LIMIT_EXCEEDED') return say(`condition.error.${code}`);
  const key = meta?.field === 'items' ? 'tooManyItems' : code;
  return say(`condition.error.${key}`, { limit: Number(meta?.limit) });
}

function listInWords(say: Say, term: string): string {
  const items = listItems(term);
  const shown = items.slice(0, ITEMS_SHOWN).map(quoted).join(', ');
  const count = items.length - ITEMS_SHOWN;
  return count > 0 ? say('condition.itemsAndMore', { items: shown, count }) : shown;
}

/** Quoted only where a reader could not tell where the value ends. */
function quoted(text: string): string {
  if (text.trim() === '') return MISSING;
  return /\s/.test(text) ? `“${text}”` : text;
}
