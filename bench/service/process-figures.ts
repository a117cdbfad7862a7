import { type ChildProcess, execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** The unit of times in /proc/PID/stat; 100 on every Linux system. */
const TICKS_A_SECOND = 100;

/** User and system time in s; NaN where there is no /proc. */
export async function cpuSecondsOf({ pid }: Pick<ChildProcess, 'pid'>): Promise<number> {
  const [user, system] = await timesOf(pid);
  return (user + system) / TICKS_A_SECOND;
}

/** The same plus the time of its child processes, including those that have ended. */
export async function cpuSecondsOfFamily(pid: number): Promise<number> {
  const running = await Promise.all((await childrenOf(pid)).map((child) => cpuSecondsOf(child)));
  const own = (await timesOf(pid)).reduce((sum, ticks) => sum + ticks) / TICKS_A_SECOND;
  return running.reduce((sum, seconds) => sum + seconds, own);
}

/** The child processes that its main thread started; none where there is no /proc. */
export async function childrenOf(pid: number): Promise<readonly { readonly pid: number }[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return children
    .split(' ')
    .filter((child) => child !== '')
    .map((child) => ({ pid: Number(child) }));
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

/** The same of all child processes together; 0 when there is none. */
export async function childMegabytesOf({ pid = 0 }: Pick<ChildProcess, 'pid'>): Promise<number> {
  const all = await Promise.all((await childrenOf(pid)).map(residentMegabytesOf));
  // One that has just ended has no memory.
  return all.reduce((sum, megabytes) => sum + (megabytes || 0), 0);
}

/** Lets all threads of a process run on this core alone; does nothing where there is no `taskset`. */
export async function keepOnCore({ pid }: Pick<ChildProcess, 'pid'>, core: number): Promise<void> {
  await promisify(execFile)('taskset', ['-acp', `${core}`, `${pid}`]).catch(() => {});
}
