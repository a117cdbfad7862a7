import { useSyncExternalStore } from 'react';
import { useFormatter, useNow } from 'use-intl/react';
import { localTimeZone } from './local-time-zone.ts';

const UPDATE_MS = 10_000;
const HOUR_MS = 3_600_000;

/** How long ago something was; hovering shows the exact time. */
export function TimeAgo({ at }: { readonly at: string }) {
  const format = useFormatter();
  const timeAgo = useTimeAgoOf(at);
  // Formatted on demand: users hover over few of hundreds, and formatting one takes as long as rendering it.
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

/** Formats how long ago something was, and updates as time passes. */
export function useTimeAgo(): (at: string) => string {
  const format = useFormatter();
  const now = useNow({ updateInterval: UPDATE_MS });
  return (at) => relativeTime(format, at, now);
}

/** The same for one time, for lists of hundreds: renders again only when the text changes. */
export function useTimeAgoOf(at: string): string {
  const format = useFormatter();
  return useSyncExternalStore(watchTime, () => relativeTime(format, at, new Date()));
}

/** The longest text there is for the first hour; later texts change too seldom to be seen changing. */
export function useLongestTimeAgo(at: string): string {
  const format = useFormatter();
  const timeAgo = useTimeAgoOf(at);
  const now = new Date();
  const isOld = now.getTime() - new Date(at).getTime() >= HOUR_MS;
  return isOld ? timeAgo : format.relativeTime(new Date(now.getTime() - HOUR_MS + 1_000), now);
}

function relativeTime(format: ReturnType<typeof useFormatter>, at: string, now: Date): string {
  const then = new Date(at);
  // If the server's clock is ahead, the text must not refer to the future.
  return format.relativeTime(then, then > now ? then : now);
}

const watching = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** Calls back at intervals; returns the function that stops it. All callers share one timer. */
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
