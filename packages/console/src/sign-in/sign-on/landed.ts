import type { BegunSignOn } from '../../base/begun-sign-on.ts';

/** What the service has put behind the sign: a ticket, or the code of a refusal with what belongs to it. */
export interface Landed {
  readonly ticket: string | null;
  readonly error: string | null;
  readonly request: string | undefined;
  readonly reason: string | null;
}

/** The same, with what this tab had begun. */
export interface LandedAfter {
  readonly landed: Landed;
  readonly begun: BegunSignOn;
}

/** It is read once: neither history nor bookmarks keep it. */
export function takeLanded(): Landed {
  const { hash, pathname } = window.location;
  if (hash !== '') window.history.replaceState(window.history.state, '', pathname);
  const told = new URLSearchParams(hash.slice(1));
  return {
    ticket: told.get('ticket'),
    error: told.get('error'),
    request: told.get('request') ?? undefined,
    reason: told.get('reason'),
  };
}
