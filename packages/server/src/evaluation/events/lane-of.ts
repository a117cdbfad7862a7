import type { Lane } from '../../event-store/ingest/lane.ts';
import type { Opened } from '../admission/limited.ts';

/** In whose turn the events that a key sends, or causes, are judged and stored. */
export function laneOf({ kind, environment: { id, snapshot } }: Opened): Lane {
  return {
    companyId: snapshot.head.accountId,
    environmentId: id,
    isClient: kind === 'CLIENT_KEY',
  };
}
