import { UID_PROPERTY } from '@comporta/engine/property';
import type { Condition, SnapshotProperty } from '@comporta/engine/snapshot';
import {
  EXPRESSIONS,
  isExpressionValid,
  PROPERTY_TYPES,
  usesList,
} from '@comporta/engine/vocabulary';
import * as z from 'zod/mini';
import type { ErrorCode } from '../errors.ts';
import { type Checked, checked } from '../problem.ts';
import { documented, id } from '../shapes.ts';
import type { ConditionDraft } from './condition-draft.ts';
import { checkTerm, TERM_CODES } from './term.ts';

export const conditionSchema = documented(
  z.object({
    id,
    propertyId: documented(id, { description: 'The id of a property, or `uid`.' }),
    propertyType: z.enum(PROPERTY_TYPES),
    expression: z.enum(EXPRESSIONS),
    term: z.string(),
  }),
  { id: 'Condition', description: 'A comparison of one property of a user with a term.' },
);
export type ConditionAnswer = z.infer<typeof conditionSchema>;

/** An id list that conditions may name. */
export interface NamedList {
  readonly id: string;
  readonly name: string;
}

/** The properties that conditions may use, by id, and the lists that they may name. */
export interface ConditionProperties extends ReadonlyMap<string, SnapshotProperty> {
  readonly lists: ReadonlyMap<string, NamedList>;
}

/** An application's properties, its lists, and `uid`, which every application has. */
export function conditionProperties(
  properties: readonly SnapshotProperty[],
  lists: readonly NamedList[] = [],
): ConditionProperties {
  const known = [UID_PROPERTY, ...properties].map((property) => [property.id, property] as const);
  return Object.assign(new Map(known), { lists: new Map(lists.map((list) => [list.id, list])) });
}

export const CONDITION_CODES = [
  'NO_PROPERTY',
  'NO_EXPRESSION',
  'INVALID_EXPRESSION',
  'NO_LIST',
  ...TERM_CODES,
] as const satisfies readonly ErrorCode[];
export type ConditionCode = (typeof CONDITION_CODES)[number];

/**
 * Finds at most one problem, at `propertyId`, `expression` or `term`, in this order. The order is specified. Target
 * groups, property rules and version filters share this check. Source: CND-01 to CND-04.
 */
export function checkCondition(
  draft: Pick<ConditionDraft, 'propertyId' | 'expression' | 'term'>,
  properties: ConditionProperties,
): Checked<Condition, ConditionCode> {
  const property = properties.get(draft.propertyId);
  if (property === undefined) return refuse('NO_PROPERTY', 'propertyId');
  const expression = draft.expression.trim();
  if (expression === '') return refuse('NO_EXPRESSION', 'expression');
  if (!isExpressionValid(property.type, expression)) {
    return refuse('INVALID_EXPRESSION', 'expression');
  }
  if (usesList(expression)) {
    const list = properties.lists.get(draft.term.trim());
    if (list === undefined) return refuse('NO_LIST', 'term');
    return checked({ propertyId: property.id, expression, term: list.id }, []);
  }
  const term = checkTerm(property.type, expression, draft.term);
  return term.ok ? checked({ propertyId: property.id, expression, term: term.value }, []) : term;
}

function refuse<Code extends string>(code: Code, field: string): Checked<never, Code> {
  return { ok: false, problems: [{ code, at: [field] }] };
}
