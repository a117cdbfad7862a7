import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';

/** The unit of times in /proc/PID/stat; 100 on every Linux system. */
const TICKS_A_SECOND = 100;

/** User and system time in s; NaN where there is no /proc. */
export async function cpuSecondsOf({ pid }: Pick<ChildProcess, 'pid'>): Promise<number> {
  const [user, system] = await timesOf(pid);
  return (user + system) / TICKS_A_SECOND;
}

/** The same plus the time of its child processes, including those that have ended. */
export async function cpuSecondsOfFamily(pid: number): Promise<number> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const running = await Promise.all(
    children
      .split(' ')
      .filter((child) => child !== '')
      .map((child) => cpuSecondsOf({ pid: Number(child) })),
  );
  const own = (await timesOf(pid)).reduce((sum, ticks) => sum + ticks) / TICKS_A_SECOND;
  return running.reduce((sum, seconds) => sum + seconds, own);
}

/** In ticks: its own user and system time, then user and system time of its children that have ended. */
async function timesOf(pid: number | undefined): Promise<[number, number, number, number]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return [Number(fields[11]), Number(fields[12]), Number(fields[13]), Number(fields[14])];
}

/** Resident memory in MB of 10^6 bytes; NaN where there is no /proc. */
export async function residentMegabytesOf({ pid }: Pick<ChildProcess, 'pid'>): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return (Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) * 1024) / 1_000_000;
}
