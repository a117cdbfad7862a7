import { readdir, readFile } from 'node:fs/promises';
import { Agent, get } from 'node:http';

/** Of all threads, to the nanosecond, so that one request can be measured; NaN where there is no /proc. */
export async function cpuMsOf(processId: number): Promise<number> {
  const threads = await readdir(`/proc/${processId}/task`).catch(() => []);
  const spent = await Promise.all(
    threads.map(async (thread) => {
      const stat = await readFile(`/proc/${processId}/task/${thread}/schedstat`, 'utf8').catch(
        () => '0',
      );
      return Number(stat.split(' ')[0]);
    }),
  );
  return threads.length === 0 ? Number.NaN : spent.reduce((sum, one) => sum + one, 0) / 1e6;
}

/** Memory that is really there, and the most there ever was, in MB of 10^6 bytes. */
export async function memoryOf(processId: number): Promise<{ nowMb: number; mostMb: number }> {
  const status = await readFile(`/proc/${processId}/status`, 'utf8').catch(() => '');
  const read = (name: string) =>
    (Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024) / 1e6;
  return { nowMb: read('VmRSS'), mostMb: read('VmHWM') };
}

export interface LivezWatch {
  /** The longest time in ms that somebody waited for /livez since it was asked last, or is waiting. */
  longestSilenceMs(): number;
  close(): void;
}

/** Asks for /livez, one question after the other, as an orchestrator does at its fastest. */
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
