import { useFormatter, useNow } from 'use-intl/react';
import { localTimeZone } from './local-time-zone.ts';

const UPDATE_MS = 10_000;

/** How long ago something was; pointing at it tells when exactly. */
export function TimeAgo({ at }: { readonly at: string }) {
  const format = useFormatter();
  const timeAgo = useTimeAgo();
  const exactly = format.dateTime(new Date(at), {
    dateStyle: 'medium',
    timeStyle: 'medium',
    timeZone: localTimeZone(),
  });
  return (
    <time dateTime={at} title={exactly}>
      {timeAgo(at)}
    </time>
  );
}

/** Says how long ago something was, and says it anew as time goes by. */
export function useTimeAgo(): (at: string) => string {
  const format = useFormatter();
  const now = useNow({ updateInterval: UPDATE_MS });
  return (at) => {
    const then = new Date(at);
    // A clock of the server that is ahead must not speak of the future.
    return format.relativeTime(then, then > now ? then : now);
  };
}
