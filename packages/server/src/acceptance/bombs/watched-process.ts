import { readdir, readFile } from 'node:fs/promises';
import { Agent, get } from 'node:http';

/** What V8's collector and compiler are called when they work beside the program. */
const V8_THREAD = 'V8Worker';

/** Of all threads, to the nanosecond, so that one request can be measured; NaN where there is no /proc. */
export async function cpuMsOf(processId: number): Promise<number> {
  return (await cpuMsByThread(processId)).all;
}

/** Of all threads, and of those in which V8 collects garbage and compiles. */
export async function cpuMsByThread(
  processId: number,
): Promise<{ readonly all: number; readonly v8: number }> {
  const threads = await readdir(`/proc/${processId}/task`).catch(() => []);
  const spent = await Promise.all(
    threads.map(async (thread) => {
      const read = (file: string) =>
        readFile(`/proc/${processId}/task/${thread}/${file}`, 'utf8').catch(() => '0');
      const [name, stat] = await Promise.all([read('comm'), read('schedstat')]);
      return { name: name.trim(), ms: Number(stat.split(' ')[0]) / 1e6 };
    }),
  );
  const sum = (of: typeof spent) => of.reduce((total, { ms }) => total + ms, 0);
  return {
    all: threads.length === 0 ? Number.NaN : sum(spent),
    v8: sum(spent.filter(({ name }) => name === V8_THREAD)),
  };
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
