import type { LoadedSnapshot } from '../../snapshot/load-snapshot.ts';
import { memoize } from '../memoize.ts';

/** OFREP's notification that evaluating again may give other values. */
export const refetchEvent = memoize(({ head: { revision } }: LoadedSnapshot) => {
  const data = JSON.stringify({ type: 'refetchEvaluation', etag: `revision-${revision}` });
  return `id: ${revision}\nevent: message\ndata: ${data}\n\n`;
});

/** The revision a client was told of, when it sends back what `refetchEvent` said; 0 otherwise. */
export function revisionOfTag(tag: string | undefined): number {
  return Number(/^"?revision-(\d{1,15})"?$/.exec(tag ?? '')?.[1] ?? 0);
}
