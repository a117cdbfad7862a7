import type { ConditionProperties } from '@comporta/contract/conditions/condition';
import type { Missing } from '@comporta/contract/saved-version';
import type { Sql } from '../platform/database/database.ts';
import { readConditionProperties } from './condition-property-repository.ts';
import type { StoredTargetGroup } from './target-group-noun.ts';

export interface Reading {
  readonly sql: Sql;
  readonly application: { readonly id: string };
}

export type Properties = { readonly properties: ConditionProperties };

export async function withProperties<Call extends Reading>(call: Call): Promise<Call & Properties> {
  return { ...call, properties: await readConditionProperties(call.sql, call.application.id) };
}

/** The properties that conditions name and the application no longer has. */
export function goneOf(
  { conditions }: Pick<StoredTargetGroup, 'conditions'>,
  { properties }: Properties,
): Omit<Missing, 'name'>[] {
  const named = new Set(conditions.map(({ propertyId }) => propertyId));
  return [...named].filter((id) => !properties.has(id)).map((id) => ({ type: 'property', id }));
}
