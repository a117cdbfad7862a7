import type { ConditionProperties } from '@comporta/contract/conditions/condition';
import type { Missing } from '@comporta/contract/saved-version';
import { usesList } from '@comporta/engine/vocabulary';
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

/** The properties and lists that conditions name and the application no longer has. */
export function goneOf(
  { conditions }: Pick<StoredTargetGroup, 'conditions'>,
  { properties }: Properties,
): Omit<Missing, 'name'>[] {
  const named = new Set(conditions.map(({ propertyId }) => propertyId));
  const lists = conditions.filter(({ expression }) => usesList(expression));
  return [
    ...[...named]
      .filter((id) => !properties.has(id))
      .map((id) => ({ type: 'property', id }) as const),
    ...[...new Set(lists.map(({ term }) => term))]
      .filter((id) => !properties.lists.has(id))
      .map((id) => ({ type: 'idList', id }) as const),
  ];
}
