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

export function readTurns(file: string): LongTurn[] {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  return lines.map((line) => JSON.parse(line));
}

/** What held a node while it should have answered, in words. */
export function causeOf(
  turns: readonly LongTurn[],
  asked: { readonly atMs: number; readonly tookMs: number },
): string {
  const during = turns.filter(
    ({ atMs, tookMs }) => atMs < asked.atMs + asked.tookMs && atMs + tookMs > asked.atMs,
  );
  const sum = (what: LongTurn['what'], read: (turn: LongTurn) => number | null | undefined) =>
    during
      .filter((turn) => turn.what === what)
      .reduce((total, turn) => total + (read(turn) ?? 0), 0)
      .toFixed(0);
  const took = (turn: LongTurn) => turn.tookMs;
  return `its long turns ${sum('turn', took)} ms: worked ${sum('turn', (turn) => turn.workedMs)}, waited for a processor ${sum('turn', (turn) => turn.waitedMs)}; the collector ${sum('collection', took)}`;
}
