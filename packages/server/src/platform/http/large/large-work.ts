import type { Endpoint, ParsedQueryOf, ResultOf } from '@comporta/contract/endpoint';
import { sql as raw } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { CONSISTENT_READ, type Sql } from '../../database/database.ts';
import type { ApplicationScope } from '../../identity/application-scope.ts';
import { type Caller, lockForCaller, type Writing } from '../../identity/caller.ts';
import { type Call, callOf, type Message } from '../call.ts';

/** The work of an endpoint that may be too much for the event loop. */
export interface LargeWork<E extends Endpoint> {
  /** Whether the work is too much for the event loop even with a small body. */
  isLarge(sql: Sql, application: ApplicationScope): Promise<boolean>;
  /** Whether the call changes nothing; it then takes no locks. */
  onlyReads(query: ParsedQueryOf<E>): boolean;
  /** Whether the call makes something, and so is answered with 201. */
  creates?(query: ParsedQueryOf<E>): boolean;
  handle(call: Call<E>): Promise<ResultOf<E & { readonly result: z.ZodMiniType }>>;
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

/** Does the work in one transaction, which locks the application unless the call only reads. */
export function doLargeWork<E extends Endpoint>(
  sql: Sql,
  work: LargeWork<E>,
  { caller, message, ...writing }: LargeCall & Pick<Writing, 'onChange'>,
) {
  const onlyReads = work.onlyReads(message.query as ParsedQueryOf<E>); // Parsed by the endpoint's schema.
  return sql.transaction(
    async (inside) => {
      await inside.execute(END_WITH_CONNECTION);
      const scope = onlyReads ? caller : await lockForCaller(inside, caller, writing);
      return work.handle(callOf<E>(inside, scope, message));
    },
    onlyReads ? CONSISTENT_READ : undefined,
  );
}
