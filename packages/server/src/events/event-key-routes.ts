import { listEventKeys } from '@comporta/contract/metrics/event-key-api';
import type { Server } from '../platform/http/route.ts';
import { listEventKeysOf } from './event-key-repository.ts';

export function eventKeyRoutes({ route }: Server): void {
  route(listEventKeys, ({ sql, application }) => listEventKeysOf(sql, application.id));
}
