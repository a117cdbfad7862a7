import { listUnknownToggles } from '@comporta/contract/usage/unknown-toggle-api';
import * as api from '@comporta/contract/usage/usage-api';
import { Rejection } from '../platform/base/rejection.ts';
import { findEnvironment } from '../platform/callers/application-scope.ts';
import type { Sql } from '../platform/database/database.ts';
import type { Server } from '../platform/http/route.ts';
import { isToggleOf, listUnknown } from './unknown-toggle-repository.ts';
import { readClients, readCountingSince, readDays, readUsingClients } from './usage-repository.ts';

/** What programs ask for. Reading changes nothing, and neither results nor audit know of it. Source: LIF-10, LIF-16. */
/** `flush` stores what this node noted: who looks after a try sees it at once. */
export function usageRoutes({ route }: Server, flush: () => Promise<void>): void {
  route(api.getToggleUsage, async ({ sql, application, params: { id }, query }) => {
    const { envId = '' } = query;
    const days = api.usageDays(query.days);
    if (days === undefined) {
      throw new Rejection('LIMIT_EXCEEDED', { field: 'days', limit: api.USAGE_DAYS_MOST });
    }
    if (!(await isToggleOf(sql, application.id, id))) throw new Rejection('NOT_FOUND');
    await requireEnvironment(sql, application.id, envId);
    await flush().catch(() => {}); // It is stored a minute later.
    const place = { environmentId: envId, toggleId: id };
    return {
      countingSince: (await readCountingSince(sql, envId)).toISOString(),
      days: await readDays(sql, place, days),
      clients: await readUsingClients(sql, place),
    };
  });
  route(api.listClients, async ({ sql, params }) => {
    await flush().catch(() => {});
    return readClients(sql, params.envId);
  });
  route(listUnknownToggles, async ({ sql, application }) => {
    await flush().catch(() => {});
    return listUnknown(sql, application.id);
  });
}

async function requireEnvironment(sql: Sql, applicationId: string, id: string): Promise<void> {
  if ((await findEnvironment(sql, applicationId, id)) === undefined) {
    throw new Rejection('UNKNOWN_ENVIRONMENT', { environment_id: id });
  }
}
