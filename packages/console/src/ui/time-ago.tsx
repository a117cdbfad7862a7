import { useFormatter, useNow } from 'use-intl/react';

const UPDATE_MS = 10_000;

/** How long ago something was; pointing at it tells when exactly. */
export function TimeAgo({ at }: { readonly at: string }) {
  const format = useFormatter();
  const now = useNow({ updateInterval: UPDATE_MS });
  const then = new Date(at);
  return (
    <time dateTime={at} title={format.dateTime(then, { dateStyle: 'medium', timeStyle: 'medium' })}>
      {/* A clock of the server that is ahead must not speak of the future. */}
      {format.relativeTime(then, then > now ? then : now)}
    </time>
  );
}
