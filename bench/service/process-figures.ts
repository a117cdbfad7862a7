import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';

/** Of /proc/PID/stat; 100 on every Linux there is. */
const TICKS_A_SECOND = 100;

/** User and system time; not a number where there is no /proc. */
export async function cpuSecondsOf({ pid }: Pick<ChildProcess, 'pid'>): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
}

/** Memory that is really there, in MB of 10^6 bytes; not a number where there is no /proc. */
export async function residentMegabytesOf({ pid }: Pick<ChildProcess, 'pid'>): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return (Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) * 1024) / 1_000_000;
}
