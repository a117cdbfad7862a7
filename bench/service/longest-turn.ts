import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { SpawnedService } from '@comporta/server/testing/spawned-service';

const WATCH = new URL('./watch-turns.js', import.meta.url);

/** Settings with which a service writes its longest turns to the file. */
export function watchingTurns(file: string): Record<string, string> {
  return { NODE_OPTIONS: `--import=${WATCH.href}`, TURNS_FILE: file };
}

/** The most processor time in ms of one turn of the service's event loop since the last call of this function. */
export async function longestTurnMs(
  { process }: Pick<SpawnedService, 'process'>,
  file: string,
): Promise<number> {
  const told = linesOf(file).length;
  process.kill('SIGUSR2');
  while (linesOf(file).length === told) await pause(5);
  return Number(linesOf(file).at(-1));
}

function linesOf(file: string): string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
}
