import { eraseUnit } from '@comporta/contract/analyses/analysis-api';
import {
  deleteEventKey as deletion,
  listEventKeys,
  listRefusedEvents,
} from '@comporta/contract/metrics/event-key-api';
import type { Server } from '../platform/http/route.ts';
import { deleteEventKey } from './delete-event-key.ts';
import { type Erase, eraseUser } from './erase-user.ts';
import { listEventKeysOf } from './event-key-repository.ts';
import { listRefusedEventsOf } from './refused-event-repository.ts';

export function eventRoutes({ route }: Server, erase: Erase): void {
  route(listEventKeys, ({ sql, application }) => listEventKeysOf(sql, application.id));
  route(listRefusedEvents, ({ sql, application }) => listRefusedEventsOf(sql, application.id));
  route(deletion, (call) => deleteEventKey(call, call.params.key));
  route(eraseUnit, (call) => eraseUser(call, erase));
}
