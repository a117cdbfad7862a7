import { Rejection } from '../platform/base/rejection.ts';
import type { Sql } from '../platform/database/database.ts';
import { experimentsUsing, targetGroupsUsing } from './property-use-repository.ts';

/** Rejects while rules or conditions use the property, and names them. */
export async function requireUnused(sql: Sql, { id }: { readonly id: string }): Promise<void> {
  const experiments = await experimentsUsing(sql, id);
  if (experiments.length > 0) {
    throw new Rejection('PROPERTY_USED_IN_EXPERIMENTS', { items: experiments });
  }
  const groups = await targetGroupsUsing(sql, id);
  if (groups.length > 0) throw new Rejection('PROPERTY_USED_IN_TARGET_GROUPS', { items: groups });
}
