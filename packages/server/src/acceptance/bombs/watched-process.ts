import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Agent, get } from 'node:http';

/** The name of the threads in which V8 collects garbage and compiles beside the program. */
const V8_THREAD = 'V8Worker';

/** CPU time of all threads in ms, exact to the ns, so that one request can be measured; NaN where there is no /proc. */
export function cpuMsOf(processId: number): number {
  return cpuMsByThread(processId).all;
}

/**
 * CPU time in ms of all threads, and of those in which V8 collects garbage and compiles. It reads synchronously: it is
 * called before and after each of thousands of requests, and the kernel makes up /proc without waiting for a disk.
 */
export function cpuMsByThread(processId: number): { readonly all: number; readonly v8: number } {
  const threads = whatIsIn(`/proc/${processId}/task`, (path) => readdirSync(path)) ?? [];
  const spent = { all: threads.length === 0 ? Number.NaN : 0, v8: 0 };
  for (const thread of threads) {
    const read = (file: string) =>
      whatIsIn(`/proc/${processId}/task/${thread}/${file}`, (path) => readFileSync(path, 'utf8'));
    const ms = Number(read('schedstat')?.split(' ')[0] ?? 0) / 1e6;
    spent.all += ms;
    if (read('comm')?.trim() === V8_THREAD) spent.v8 += ms;
  }
  return spent;
}

/** Returns undefined where there is no /proc, and for a thread that has just ended. */
function whatIsIn<Read>(path: string, read: (path: string) => Read): Read | undefined {
  try {
    return read(path);
  } catch {
    return undefined;
  }
}

/** Resident memory, now and at its highest, in MB of 10^6 bytes; NaN where there is no /proc. */
export async function memoryOf(processId: number): Promise<{ nowMb: number; mostMb: number }> {
  const status = await readFile(`/proc/${processId}/status`, 'utf8').catch(() => '');
  const read = (name: string) =>
    (Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024) / 1e6;
  return { nowMb: read('VmRSS'), mostMb: read('VmHWM') };
}

export interface LivezWatch {
  /** The longest wait for /livez in ms since the last call of this function, a wait that still lasts included. */
  longestSilenceMs(): number;
  close(): void;
}

/** Requests /livez again and again, one request at a time, as an orchestrator does at its fastest. */
export function watchLivez(url: string): LivezWatch {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let isOpen = true;
  let longest = 0;
  let since = performance.now();

  function ask(): void {
    if (!isOpen) return;
    since = performance.now();
    const next = () => {
      longest = Math.max(longest, performance.now() - since);
      setTimeout(ask, 5);
    };
    get(`${url}/livez`, { agent }, (response) => response.resume().on('end', next)).on(
      'error',
      next,
    );
  }

  ask();
  return {
    longestSilenceMs() {
      const silence = Math.max(longest, performance.now() - since);
      longest = 0;
      return silence;
    },
    close() {
      isOpen = false;
      agent.destroy();
    },
  };
}
