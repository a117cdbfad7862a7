import { existsSync, readFileSync } from 'node:fs';

/** A time in which a node could not answer, as tell-turns.js wrote it; times in ms by the wall clock. */
export interface LongTurn {
  readonly what: 'turn' | 'collection';
  readonly atMs: number;
  readonly tookMs: number;
  /** Only for a turn: its processor time. The garbage collector's work in this thread is part of it. */
  readonly workedMs?: number;
  /** The time spent waiting for a processor; null where the system does not report it. */
  readonly waitedMs?: number | null;
}

const TELL = new URL('tell-turns.js', import.meta.url);

/** Settings with which a node writes its long turns to the file. */
export function tellingTurns(file: string): Record<string, string> {
  return { NODE_OPTIONS: `--import=${TELL.href}`, TURNS_FILE: file };
}

/** Settings with which it writes only its garbage collections, which costs requests nothing. */
export function tellingCollections(file: string): Record<string, string> {
  const tell = new URL('tell-collections.js', import.meta.url);
  return { NODE_OPTIONS: `--import=${tell.href}`, TURNS_FILE: file };
}

/** Makes this process write its own long turns from now on. */
export async function tellTurnsHere(file: string): Promise<void> {
  process.env.TURNS_FILE = file;
  await import(TELL.href);
}

export function readTurns(file: string): LongTurn[] {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  return lines.map((line) => JSON.parse(line));
}

/** How a process spent its long turns while a response was pending, in ms. */
export interface Held {
  readonly worked: number;
  readonly waited: number;
  /** Wall-clock time: the collector's threads wait for a processor, too, and the main thread waits for them. */
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
