import { type PropertyType, usesList } from '@comporta/engine/vocabulary';
import * as z from 'zod/mini';
import { documented } from '../shapes.ts';
import type { ConditionProperties } from './condition.ts';

/**
 * A condition with names in place of ids, for readers to whom ids mean nothing: documents, the audit log, people.
 * Fields that are not filled in yet are empty.
 */
export interface NamedCondition {
  /** The key of a property, or `uid`. */
  readonly property: string;
  /** Determines the wording of the expression. Documents omit it. */
  readonly type?: PropertyType | undefined;
  readonly expression: string;
  readonly term: string;
}

/** A condition that names its property by key, as documents and copied rules have it. */
export const namedConditionSchema = z.object({
  property: documented(z.string(), { description: 'The key of a property, or `uid`.' }),
  expression: z.string(),
  term: z.string(),
});

/** A condition as it is stored or being edited: `expression` may be unknown, and the property deleted. */
export interface UnnamedCondition {
  readonly propertyId: string;
  readonly expression: string;
  readonly term: string;
}

/** For a property that does not exist, the key is empty and the type absent. */
export function namedCondition(
  { propertyId, expression, term }: UnnamedCondition,
  properties: ConditionProperties,
): NamedCondition {
  const property = properties.get(propertyId);
  const named = usesList(expression) ? (properties.lists.get(term)?.name ?? term) : term;
  return { property: property?.key ?? '', type: property?.type, expression, term: named };
}
