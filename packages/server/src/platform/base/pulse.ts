import { Rejection } from './rejection.ts';

const ASK_MS = 250;
/** Callers are answered within a second. Source: FAIR-19, RES-96. */
const AWAY_AFTER_MS = 700;

/** A connection that is never used for long work, such as that which listens for changes. */
interface Connection {
  query(text: string): Promise<unknown>;
}

/** Tells a database that is away from one that is slow: a slow one still answers a query that asks nothing. */
export interface Pulse {
  /** Why the database counts as away; undefined while it is there, and before anybody has asked. */
  away(): Error | undefined;
  /** The same for any time since this moment of `performance.now()`. */
  awaySince(sinceMs: number): Error | undefined;
  /** Calls back each time that the database goes away. Returns a function that ends it. */
  onAway(callback: () => void): () => void;
  /** Asks on this connection from now on. */
  follow(connection: Connection): void;
  /** The followed connection ended, or could not be opened. */
  lost(error: Error): void;
  close(): void;
}

export function takePulse(): Pulse {
  const callbacks = new Set<() => void>();
  let why: Error | undefined;
  let before: { readonly why: Error; readonly untilMs: number } | undefined;
  let timer: NodeJS.Timeout | undefined;
  let asked: { readonly on: Connection; readonly sinceMs: number } | undefined;

  function goAway(error: Error): void {
    const wasThere = why === undefined;
    why = error;
    if (wasThere) for (const callback of callbacks) callback();
  }

  function comeBack(): void {
    if (why !== undefined) before = { why, untilMs: performance.now() };
    why = undefined;
  }

  function ask(connection: Connection): void {
    if (asked !== undefined) {
      const silentMs = performance.now() - asked.sinceMs;
      if (silentMs > AWAY_AFTER_MS) goAway(new Error(`no answer for ${AWAY_AFTER_MS} ms`));
      return;
    }
    const question = { on: connection, sinceMs: performance.now() };
    asked = question;
    // A connection that fails is lost, which is told on another way.
    connection.query('select 1').then(
      () => {
        if (asked !== question) return;
        asked = undefined;
        comeBack();
      },
      () => {},
    );
  }

  return {
    away: () => why,
    awaySince: (sinceMs) =>
      why ?? (before !== undefined && before.untilMs >= sinceMs ? before.why : undefined),
    onAway(callback) {
      callbacks.add(callback);
      return () => callbacks.delete(callback);
    },
    follow(connection) {
      clearInterval(timer);
      asked = undefined;
      comeBack();
      timer = setInterval(ask, ASK_MS, connection);
      timer.unref();
    },
    lost(error) {
      clearInterval(timer);
      asked = undefined;
      goAway(error);
    },
    close() {
      clearInterval(timer);
      callbacks.clear();
    },
  };
}

/** The refusal of whoever needs the database while it is away. */
export function refusalWhileAway(pulse: Pick<Pulse, 'away'>): Rejection {
  return refusalBecause(pulse.away());
}

export function refusalBecause(cause: Error | undefined): Rejection {
  return new Rejection('SERVICE_UNAVAILABLE', undefined, { cause });
}

/** What was asked of something that may be away; undefined while it is. */
export async function unlessAway<Answer>(asked: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Rejection && error.code === 'SERVICE_UNAVAILABLE') return undefined;
    throw error;
  }
}
