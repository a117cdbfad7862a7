import { and, gt, isNull, or, sql as raw } from 'drizzle-orm';
import { sessions } from '../../tables/accounts.ts';

const { createdAt, expiresAt, idleMinutes, lastUsedAt } = sessions;

/**
 * Whether a session can be used: it has not expired, and was not idle for longer than the company allows, which the tables
 * write into it. Idle time is told by the clock of the database, which writes the last use.
 */
export const IS_OPEN = and(
  raw`${expiresAt} > now()`,
  or(
    isNull(idleMinutes),
    gt(
      raw`coalesce(${lastUsedAt}, ${createdAt})`,
      raw`now() - make_interval(mins => ${idleMinutes})`,
    ),
  ),
);
