import { csvOf } from '@comporta/contract/csv';
import {
  checkPlace,
  placeText,
  SIGN_INS_IN_FILE,
  SIGN_INS_PER_PAGE,
  type SignInPage,
} from '@comporta/contract/sessions/sign-in-log';
import { valueOrReject } from '../../platform/base/value-or-reject.ts';
import type { UserActor } from '../../platform/callers/actor.ts';
import type { Sql } from '../../platform/database/database.ts';
import { readSignInLog } from './sign-in-log-repository.ts';

interface Read<Query = unknown> {
  readonly sql: Sql;
  readonly actor: UserActor;
  readonly query: Query & {
    /** The id of a user: only their rows. */
    readonly user?: string | undefined;
  };
}

/** Rejects with INVALID_PAGE. */
export async function readSignInPage({
  sql,
  actor,
  query,
}: Read<{ readonly before?: string | undefined }>): Promise<SignInPage> {
  const after = valueOrReject(checkPlace(query.before));
  // One more row tells whether there is a next page.
  const rows = await readSignInLog(sql, actor, {
    after,
    atMost: SIGN_INS_PER_PAGE + 1,
    of: query.user,
  });
  const items = rows.slice(0, SIGN_INS_PER_PAGE);
  const last = rows.length > items.length ? items.at(-1) : undefined;
  return { items, before: last === undefined ? null : placeText(last.place) };
}

const COLUMNS = [
  'at',
  'user',
  'email',
  'method',
  'strength',
  'outcome',
  'provider',
  'client',
  'network',
  'count',
];

export async function readSignInsCsv({ sql, actor, query }: Read): Promise<string> {
  const rows = await readSignInLog(sql, actor, { atMost: SIGN_INS_IN_FILE, of: query.user });
  return csvOf([
    COLUMNS,
    ...rows.map((row) => [
      ...[row.at, row.user.name, row.user.email, row.method, row.strength, row.outcome],
      ...[row.provider ?? undefined, row.client, row.network, row.count],
    ]),
  ]);
}
