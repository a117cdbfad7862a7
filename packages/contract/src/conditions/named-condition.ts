import type { PropertyType } from '@comporta/engine/vocabulary';
import * as z from 'zod/mini';
import { documented } from '../shapes.ts';
import type { ConditionProperties } from './condition.ts';

/**
 * A condition by name, for whoever reads it when ids mean nothing: documents, the audit log, people.
 * What is not filled in yet is empty.
 */
export interface NamedCondition {
  /** The key of a property, or `uid`. */
  readonly property: string;
  /** What decides how the expression is said; documents leave it out. */
  readonly type?: PropertyType | undefined;
  readonly expression: string;
  readonly term: string;
}

export const namedConditionSchema = z.object({
  property: documented(z.string(), { description: 'The key of a property, or `uid`.' }),
  expression: z.string(),
  term: z.string(),
});

export interface UnnamedCondition {
  readonly propertyId: string;
  readonly expression: string;
  readonly term: string;
}

export function namedCondition(
  { propertyId, expression, term }: UnnamedCondition,
  properties: ConditionProperties,
): NamedCondition {
  const property = properties.get(propertyId);
  return { property: property?.key ?? '', type: property?.type, expression, term };
}
