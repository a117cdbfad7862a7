import type { Endpoint, ParsedQueryOf, ResultOf } from '@comporta/contract/endpoint';
import { sql as raw } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { ApplicationScope } from '../../callers/application-scope.ts';
import { type Caller, lockForCaller, type Writing } from '../../callers/caller.ts';
import { CONSISTENT_READ, type Sql } from '../../database/database.ts';
import { type Call, callOf, type Message } from '../call.ts';

/** The work of an endpoint that may be too much for the event loop. */
export interface LargeWork<E extends Endpoint> {
  /** Whether the work is too much for the event loop even with a small body. */
  isLarge(sql: Sql, application: ApplicationScope): Promise<boolean>;
  /** Whether the call changes nothing; it then takes no locks. */
  onlyReads(query: ParsedQueryOf<E>): boolean;
  /** Whether the call makes something, and so is answered with 201. */
  creates?(query: ParsedQueryOf<E>): boolean;
  /** Refuses a call before its body is looked at; it may be refused all the same later. */
  admit?(call: Omit<Call<E>, 'body'>): Promise<void>;
  /**
   * Set where the work takes the application's row itself, by `lock`, when it has done what takes long: until then no other
   * write waits for it, and what it reads of the application may change.
   */
  readonly locksLast?: true;
  handle(
    call: Call<E>,
    lock: () => Promise<Call<E>>,
  ): Promise<ResultOf<E & { readonly result: z.ZodMiniType }>>;
}

/** A call to such an endpoint, as data that can be sent to a process of its own. */
export interface LargeCall extends Omit<Writing, 'onChange'> {
  readonly caller: Caller;
  readonly message: Message;
}

/**
 * Makes the server check once a second whether the client is still connected. Otherwise a statement or a lock wait
 * would go on after its process was killed. Other platforms do not support this setting.
 */
const END_WITH_CONNECTION = raw`
  select set_config('client_connection_check_interval', '1s', true)
  where version() ~ 'linux|darwin|freebsd'`;

/** Does the work in one transaction, which locks the application first, or last, unless the call only reads. */
export function doLargeWork<E extends Endpoint>(
  sql: Sql,
  work: LargeWork<E>,
  { caller, message, ...writing }: LargeCall & Pick<Writing, 'onChange'>,
) {
  const onlyReads = work.onlyReads(message.query as ParsedQueryOf<E>); // Parsed by the endpoint's schema.
  return sql.transaction(
    async (inside) => {
      await inside.execute(END_WITH_CONNECTION);
      const callBy = (scope: Caller) => callOf<E>(inside, scope, message);
      const lock = async () => callBy(await lockForCaller(inside, caller, writing));
      const isLocked = !onlyReads && work.locksLast !== true;
      return work.handle(isLocked ? await lock() : callBy(caller), lock);
    },
    onlyReads ? CONSISTENT_READ : undefined,
  );
}
