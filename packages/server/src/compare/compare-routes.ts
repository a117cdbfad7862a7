import { compareEnvironments } from '@comporta/contract/compare/compare-api';
import { Rejection } from '../platform/base/rejection.ts';
import { findEnvironment } from '../platform/callers/application-scope.ts';
import { CONSISTENT_READ, type Sql } from '../platform/database/database.ts';
import { encodedResult } from '../platform/http/answer.ts';
import type { Server } from '../platform/http/route.ts';
import { compareToggles } from './comparison-repository.ts';

export function compareRoutes({ routeLargeRead }: Server): void {
  routeLargeRead(compareEnvironments, ({ sql, application, query: { from, to } }) =>
    sql.transaction(async (moment) => {
      for (const id of [from, to]) await requireEnvironment(moment, application.id, id);
      const compared = compareToggles(moment, { applicationId: application.id, from, to });
      return encodedResult(compareEnvironments, compared);
    }, CONSISTENT_READ),
  );
}

async function requireEnvironment(sql: Sql, applicationId: string, id: string): Promise<void> {
  if ((await findEnvironment(sql, applicationId, id)) === undefined) {
    throw new Rejection('UNKNOWN_ENVIRONMENT', { environment_id: id });
  }
}
