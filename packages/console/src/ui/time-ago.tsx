import { useSyncExternalStore } from 'react';
import { useFormatter, useNow } from 'use-intl/react';
import { localTimeZone } from './local-time-zone.ts';

const UPDATE_MS = 10_000;

/** How long ago something was; pointing at it tells when exactly. */
export function TimeAgo({ at }: { readonly at: string }) {
  const format = useFormatter();
  const timeAgo = useTimeAgoOf(at);
  // Of hundreds few are pointed at, and to write one takes as long as to draw it.
  const exactly = () =>
    format.dateTime(new Date(at), {
      dateStyle: 'medium',
      timeStyle: 'medium',
      timeZone: localTimeZone(),
    });
  return (
    <time
      dateTime={at}
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = exactly();
      }}
    >
      {timeAgo}
    </time>
  );
}

/** Says how long ago something was, and says it anew as time goes by. */
export function useTimeAgo(): (at: string) => string {
  const format = useFormatter();
  const now = useNow({ updateInterval: UPDATE_MS });
  return (at) => relativeTime(format, at, now);
}

/** How long ago one thing was, for lists of hundreds: drawn again only when that is said in other words. */
export function useTimeAgoOf(at: string): string {
  const format = useFormatter();
  return useSyncExternalStore(watchTime, () => relativeTime(format, at, new Date()));
}

function relativeTime(format: ReturnType<typeof useFormatter>, at: string, now: Date): string {
  const then = new Date(at);
  // A clock of the server that is ahead must not speak of the future.
  return format.relativeTime(then, then > now ? then : now);
}

const watching = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** Calls back from time to time; returns how to stop. One timer serves all. */
function watchTime(listener: () => void): () => void {
  watching.add(listener);
  timer ??= setInterval(() => {
    for (const one of watching) one();
  }, UPDATE_MS);
  return () => {
    watching.delete(listener);
    if (watching.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}
