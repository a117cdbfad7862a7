import { existsSync, readFileSync } from 'node:fs';

/** A time in which a node answered nobody, as tell-turns.js wrote it down; by the clock on the wall, in ms. */
export interface LongTurn {
  readonly what: 'turn' | 'collection';
  readonly atMs: number;
  readonly tookMs: number;
  /** Of a turn. The garbage collector's work in this thread is part of it. */
  readonly workedMs?: number;
  /** For a processor; null where the system does not say. */
  readonly waitedMs?: number | null;
}

const TELL = new URL('tell-turns.js', import.meta.url);

/** With these settings a node writes its long turns into the file. */
export function tellingTurns(file: string): Record<string, string> {
  return { NODE_OPTIONS: `--import=${TELL.href}`, TURNS_FILE: file };
}

/** With these it writes only what its collector did, which costs a request nothing. */
export function tellingCollections(file: string): Record<string, string> {
  const tell = new URL('tell-collections.js', import.meta.url);
  return { NODE_OPTIONS: `--import=${tell.href}`, TURNS_FILE: file };
}

/** As this process does from now on. */
export async function tellTurnsHere(file: string): Promise<void> {
  process.env.TURNS_FILE = file;
  await import(TELL.href);
}

export function readTurns(file: string): LongTurn[] {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  return lines.map((line) => JSON.parse(line));
}

/** What the long turns of a process were while an answer was waited for, in ms. */
export interface Held {
  readonly worked: number;
  readonly waited: number;
  /** By the clock: its threads wait for a processor, too, and the first waits for them. */
  readonly collected: number;
}

export function heldDuring(
  turns: readonly LongTurn[],
  asked: { readonly atMs: number; readonly tookMs: number },
): Held {
  const during = turns.filter(
    ({ atMs, tookMs }) => atMs < asked.atMs + asked.tookMs && atMs + tookMs > asked.atMs,
  );
  const sum = (read: (turn: LongTurn) => number | null | undefined) =>
    during.reduce((total, turn) => total + (read(turn) ?? 0), 0);
  return {
    worked: sum(({ workedMs }) => workedMs),
    waited: sum(({ waitedMs }) => waitedMs),
    collected: sum(({ what, tookMs }) => (what === 'collection' ? tookMs : 0)),
  };
}
