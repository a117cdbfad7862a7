import type { OverviewPage, OverviewQuery } from '@comporta/contract/experiments/overview-api';
import { checkPage } from '@comporta/contract/paging';
import { valueOrReject } from '../../platform/base/value-or-reject.ts';
import type { Actor } from '../../platform/callers/actor.ts';
import type { Sql } from '../../platform/database/database.ts';
import { countOverview, listOverview, openedProduction } from './overview-repository.ts';

/** One page of everything that runs in production-like environments, in all opened applications. Source: CDW-83. */
export async function readOverview(
  sql: Sql,
  actor: Actor,
  query: OverviewQuery,
): Promise<OverviewPage> {
  const { page, size } = valueOrReject(checkPage(query));
  const asked = { ...query, environmentIds: await openedProduction(sql, actor) };
  const totalItems = await countOverview(sql, asked);
  const items = await listOverview(sql, asked, { limit: size, offset: (page - 1) * size });
  return { items, totalItems, totalPages: Math.ceil(totalItems / size) };
}
