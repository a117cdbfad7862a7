import type { KeyUse } from '@comporta/contract/keys/environment-key-api';
import { eq } from 'drizzle-orm';
import { readFormerKeys } from '../identity/keys/former-keys.ts';
import type { Sql } from '../platform/database/database.ts';
import { clientAccess, environmentStatus, environments } from '../tables/applications.ts';

type Times = Pick<KeyUse, 'kind' | 'isFormer'> & {
  readonly createdAt: Date | null;
  readonly seenAt: Date | null;
  readonly endsAt: Date | null;
};

/** The keys that open an environment, and when each was last used. */
export async function findKeyUses(sql: Sql, environmentId: string): Promise<KeyUse[]> {
  const now = new Date();
  const former = (await readFormerKeys(sql, environmentId))
    .filter(({ endsAt }) => endsAt > now)
    .map((row) => ({ ...row, isFormer: true }));
  return [...(await presentKeys(sql, environmentId, former)), ...former].map(
    ({ kind, isFormer, createdAt, seenAt, endsAt }) => ({
      kind,
      isFormer,
      createdAt: createdAt?.toISOString() ?? null,
      seenAt: seenAt?.toISOString() ?? null,
      endsAt: endsAt?.toISOString() ?? null,
    }),
  );
}

async function presentKeys(
  sql: Sql,
  environmentId: string,
  former: readonly Times[],
): Promise<Times[]> {
  const [row] = await sql
    .select({
      serverHash: environments.keyHash,
      serverCreatedAt: environments.keyCreatedAt,
      serverSeenAt: environmentStatus.serverSeenAt,
      clientHash: clientAccess.keyHash,
      clientCreatedAt: clientAccess.createdAt,
      clientSeenAt: environmentStatus.clientSeenAt,
      lastSeenAt: environmentStatus.lastSeenAt,
    })
    .from(environments)
    .leftJoin(clientAccess, eq(clientAccess.environmentId, environments.id))
    .leftJoin(environmentStatus, eq(environmentStatus.environmentId, environments.id))
    .where(eq(environments.id, environmentId));
  if (row === undefined) return [];
  const { serverCreatedAt, clientCreatedAt, clientSeenAt, lastSeenAt } = row;
  const noted = [row.serverSeenAt, clientSeenAt, ...former.map(({ seenAt }) => seenAt)];
  // A use that was not noted by key is of an edge node with an account key, or of a release that notes no keys. It says
  // that the present environment key is in use, if it was made by then.
  const isOther =
    lastSeenAt !== null &&
    noted.every((at) => at === null || at < lastSeenAt) &&
    (serverCreatedAt === null || serverCreatedAt <= lastSeenAt);
  const serverSeenAt = row.serverSeenAt ?? (isOther ? lastSeenAt : null);
  const present = { isFormer: false, endsAt: null };
  const server = {
    ...present,
    kind: 'server',
    createdAt: serverCreatedAt,
    seenAt: serverSeenAt,
  } as const;
  const client = {
    ...present,
    kind: 'client',
    createdAt: clientCreatedAt,
    seenAt: clientSeenAt,
  } as const;
  return [
    ...(row.serverHash === null ? [] : [server]),
    ...(row.clientHash === null ? [] : [client]),
  ];
}
