import type { BodyOf, Endpoint, ResultOf } from '@comporta/contract/endpoint';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { askAgain, BESIDE } from './query-client.ts';

/** The ids of a thing of an application. */
export interface ThingKey {
  readonly appId: string;
  readonly id: string;
}

interface NounCalls {
  readonly list: Endpoint;
  readonly one: Endpoint;
  readonly create: Endpoint;
  readonly update: Endpoint;
  readonly remove: Endpoint;
}

interface VersionCalls {
  readonly list: Endpoint;
  readonly one: Endpoint;
}

type Send = <E extends Endpoint>(
  endpoint: E,
  input: {
    readonly params: { readonly appId: string; readonly id?: string; readonly version?: string };
    readonly body?: object;
    readonly ifMatch?: number | undefined;
    readonly signal?: AbortSignal;
  },
) => Promise<ResultOf<E>>;

// The compiler cannot infer the input of an endpoint that it does not know yet.
const send = call as unknown as Send;

/**
 * The queries and saves of a noun of an application. A thing is cached below its list, so that `forget` reaches both.
 * @param alsoForget what else a change makes out of date
 */
export function queriesOf<const Calls extends NounCalls>(
  noun: string,
  calls: Calls,
  alsoForget: (client: QueryClient, appId: string) => void = () => {},
) {
  type Row = ResultOf<Calls['update']>;

  /** To be called after a change: the list and every thing of the application are fetched again. */
  async function forget(client: QueryClient, appId: string): Promise<void> {
    alsoForget(client, appId);
    await askAgain(client, [noun, appId]);
  }

  return {
    forget,

    list: (appId: string) =>
      queryOptions({
        queryKey: [noun, appId],
        queryFn: ({ signal }) => send<Calls['list']>(calls.list, { params: { appId }, signal }),
      }),

    one: (appId: string, id: string) =>
      queryOptions({
        queryKey: [noun, appId, id],
        queryFn: ({ signal }) => send<Calls['one']>(calls.one, { params: { appId, id }, signal }),
      }),

    /** Fetches the thing as it is saved now, to see what somebody else changed. */
    fetch: ({ appId, id }: ThingKey) => send<Calls['one']>(calls.one, { params: { appId, id } }),

    /** Creates the thing, or saves over the version of it that was loaded. */
    async save(
      client: QueryClient,
      { appId, id }: { readonly appId: string; readonly id: string | undefined },
      {
        value,
        ifMatch,
      }: { readonly value: BodyOf<Calls['create']>; readonly ifMatch: number | undefined },
    ): Promise<Row> {
      // The body repeats the application. Source: PRE-07.
      const body = { ...(value as object), appId };
      const saved =
        id === undefined
          ? await send(calls.create, { params: { appId }, body })
          : await send(calls.update, { params: { appId, id }, body, ifMatch });
      await forget(client, appId);
      return saved as Row;
    },

    remove: async ({ appId, id }: ThingKey): Promise<undefined> => {
      await send(calls.remove, { params: { appId, id } });
    },
  };
}

/** The queries of the saved versions of a noun of an application: all of a thing, newest first, and one. */
export function versionsOf<const Calls extends VersionCalls>(noun: string, calls: Calls) {
  return {
    list: ({ appId, id }: ThingKey) =>
      queryOptions({
        queryKey: [noun, appId, id, 'versions'],
        meta: BESIDE,
        queryFn: ({ signal }) => send<Calls['list']>(calls.list, { params: { appId, id }, signal }),
      }),

    one: ({ appId, id }: ThingKey, version: number) =>
      queryOptions({
        queryKey: [noun, appId, id, 'versions', version],
        queryFn: ({ signal }) =>
          send<Calls['one']>(calls.one, {
            params: { appId, id, version: String(version) },
            signal,
          }),
      }),
  };
}
