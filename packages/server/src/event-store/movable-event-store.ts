import { refusalBecause } from '../platform/base/pulse.ts';
import type { Sql } from '../platform/database/database.ts';
import { isUnavailable } from '../platform/database/database-errors.ts';
import { readMoving } from './event-place-repository.ts';
import type { EventStore } from './event-store.ts';
import type { FollowedPlace } from './followed-place.ts';
import { asStored } from './postgres/stored-exposures-repository.ts';
import type { RawEvents } from './raw-events.ts';

interface Stores {
  /** In the service's own database. */
  readonly here: EventStore;
  readonly there: EventStore;
  readonly place: FollowedPlace;
}

/**
 * Stores and asks where raw events are, while and after they are moved from one store to the other. From the moment on when
 * the move begins, all are stored there; what only both together answer is refused until it ends. Source: SCL-48.
 */
export function openMovableEventStore(sql: Sql, { here, there, place }: Stores): EventStore {
  return {
    ...there,
    ...asking(() => {
      if (place.now() === 'MOVING') throw refusalWhileMoving();
      return place.now() === 'POSTGRES' ? here : there;
    }),
    isAway: () => place.now() !== 'POSTGRES' && there.isAway(),
    moving: async () => (place.now() === 'CLICKHOUSE' ? undefined : readMoving(sql)),
    async append(batch, tooSlow) {
      if (place.now() === 'POSTGRES') {
        try {
          return await here.append(batch, tooSlow);
        } catch (error) {
          // The table refuses it, as it would refuse programs that do not know of another store.
          if (!isUnavailable(error) || (await place.read(sql)) === 'POSTGRES') throw error;
        }
      }
      if (place.now() !== 'MOVING') return there.append(batch, tooSlow);
      const exposures = await asStored(sql, batch.exposures);
      return there.append({ ...batch, exposures }, tooSlow);
    },
    async erase(inside, environmentId, unit) {
      const at = await place.read(inside);
      if (at === 'MOVING') throw refusalWhileMoving();
      return (at === 'POSTGRES' ? here : there).erase(inside, environmentId, unit);
    },
    // When the move ends, all that may still change is counted there.
    countAgain: (analysisId) => (place.now() === 'POSTGRES' ? here : there).countAgain(analysisId),
  };
}

function refusalWhileMoving() {
  return refusalBecause(new Error('events are being moved to another store'));
}

function asking(raw: () => RawEvents): Omit<RawEvents, 'countAgain'> {
  return {
    keyTotals: async (...asked) => raw().keyTotals(...asked),
    everybody: async (...asked) => raw().everybody(...asked),
    activeUnits: async (...asked) => raw().activeUnits(...asked),
    unitTotals: async (...asked) => raw().unitTotals(...asked),
    goalProgress: async (...asked) => raw().goalProgress(...asked),
    eventUsers: async (...asked) => raw().eventUsers(...asked),
    usersOfKeys: async (...asked) => raw().usersOfKeys(...asked),
  };
}
