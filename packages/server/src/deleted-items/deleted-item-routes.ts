import * as api from '@comporta/contract/deleted-items/deleted-item-api';
import { checkPage } from '@comporta/contract/paging';
import { valueOrReject } from '../platform/base/value-or-reject.ts';
import { CONSISTENT_READ } from '../platform/database/database.ts';
import type { Server } from '../platform/http/route.ts';
import { listItems } from './deleted-item-repository.ts';
import { discardItem } from './discard-item.ts';
import { type Keeping, restoreItem } from './restore-item.ts';

export function deletedItemRoutes({ route }: Server, keeping: Keeping): void {
  const { keptDays } = keeping;
  route(api.listDeletedItems, ({ sql, application, query }) => {
    const page = valueOrReject(checkPage(query));
    const listing = { applicationId: application.id, keptDays, type: query.type, q: query.q };
    return sql.transaction(async (moment) => {
      const { items, count } = await listItems(moment, listing, page);
      return { items, totalPages: Math.ceil(count / page.size), keptDays };
    }, CONSISTENT_READ);
  });
  route(api.restoreDeletedItem, (call) =>
    restoreItem(call, { id: call.params.id, name: call.body.name ?? undefined }, keeping),
  );
  route(api.discardDeletedItem, (call) => discardItem(call, call.params.id, keptDays));
}
