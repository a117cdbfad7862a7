import type { Endpoint, ParsedQueryOf, ResultOf } from '@comporta/contract/endpoint';
import { sql as raw } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { CONSISTENT_READ, type Sql } from '../../database/database.ts';
import type { ApplicationScope } from '../../identity/application-scope.ts';
import { type Caller, lockForCaller } from '../../identity/caller.ts';
import { type Call, callOf, type Message } from '../call.ts';

/** What an endpoint does that may be too much for the event loop. */
export interface LargeWork<E extends Endpoint> {
  /** Whether it is, however small the body. */
  isLarge(sql: Sql, application: ApplicationScope): Promise<boolean>;
  /** Whether the call changes nothing; then it holds nothing. */
  onlyReads(query: ParsedQueryOf<E>): boolean;
  handle(call: Call<E>): Promise<ResultOf<E & { readonly result: z.ZodMiniType }>>;
}

/** A call to such an endpoint, as a thread can be told of it. */
export interface LargeCall {
  readonly caller: Caller;
  readonly params: Readonly<Record<string, string | undefined>>;
  /** What the transaction is called, for those who wait for it. */
  readonly name: string;
  readonly message: Message;
}

/**
 * Has the database look once a second whether anybody is there to hear it: the connection of a thread that
 * was ended is closed, and a statement, or waiting for a lock, would go on. Elsewhere it cannot.
 */
const END_WITH_CONNECTION = raw`
  select set_config('client_connection_check_interval', '1s', true)
  where version() ~ 'linux|darwin|freebsd'`;

/** Does it in one transaction, which holds the application unless the call changes nothing. */
export function doLargeWork<E extends Endpoint>(
  sql: Sql,
  work: LargeWork<E>,
  { caller, params, name, message }: LargeCall,
) {
  const onlyReads = work.onlyReads(message.query as ParsedQueryOf<E>); // Parsed by the endpoint's schema.
  return sql.transaction(
    async (inside) => {
      await inside.execute(END_WITH_CONNECTION);
      const scope = onlyReads ? caller : await lockForCaller(inside, caller, { params, name });
      return work.handle(callOf<E>(inside, scope, message));
    },
    onlyReads ? CONSISTENT_READ : undefined,
  );
}
