import type { Sql } from '../platform/database/database.ts';
import { type EventPlace, readEventPlace } from './event-place-repository.ts';

/** Where raw events are, as far as this node knows. They are moved in one direction only. */
export interface FollowedPlace {
  now(): EventPlace;
  /** Finds out again, unless they cannot move any more. */
  read(sql: Sql): Promise<EventPlace>;
}

export function followPlace(first: EventPlace): FollowedPlace {
  let place = first;
  return {
    now: () => place,
    async read(sql) {
      if (place !== 'CLICKHOUSE') place = await readEventPlace(sql);
      return place;
    },
  };
}
