import { eraseUnit } from '@comporta/contract/analyses/analysis-api';
import {
  deleteEventKey as deletion,
  listEventKeys,
  listRefusedEvents,
} from '@comporta/contract/metrics/event-key-api';
import type { Sql } from '../platform/database/database.ts';
import type { Server } from '../platform/http/route.ts';
import { deleteEventKey } from './delete-event-key.ts';
import { type Erase, eraseUser, type FindLists } from './erase-user.ts';
import { type EventKeysFrom, listEventKeysOf } from './event-key-repository.ts';
import { listRefusedEventsOf } from './refused-event-repository.ts';

export interface EventDependencies {
  readonly erase: Erase;
  readonly findLists: FindLists;
  readonly look: (sql: Sql) => EventKeysFrom;
}

export function eventRoutes(
  { route }: Server,
  { erase, findLists, look }: EventDependencies,
): void {
  route(listEventKeys, ({ sql, application }) => listEventKeysOf(look(sql), application.id));
  route(listRefusedEvents, ({ sql, application }) => listRefusedEventsOf(sql, application.id));
  route(deletion, (call) => deleteEventKey(call, call.params.key));
  route(eraseUnit, (call) => eraseUser(call, { erase, findLists }));
}
