import { stateIdOf } from '../../snapshot/lists/used-lists.ts';
import type { LoadedSnapshot } from '../../snapshot/load-snapshot.ts';
import { memoize } from '../memoize.ts';

/** The OFREP event that tells a client to evaluate again, because values may have changed. */
export const refetchEvent = memoize((snapshot: LoadedSnapshot) => {
  const { revision } = snapshot.head;
  const data = JSON.stringify({ type: 'refetchEvaluation', etag: `revision-${revision}` });
  return `id: ${stateIdOf(snapshot)}\nevent: message\ndata: ${data}\n\n`;
});

/** The revision in a tag that `refetchEvent` sent to the client; 0 for any other text. */
export function revisionOfTag(tag: string | undefined): number {
  return Number(/^"?revision-(\d{1,15})"?$/.exec(tag ?? '')?.[1] ?? 0);
}
