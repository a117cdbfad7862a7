import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { type SpawnedService, spawnCommand, spawnService } from '../testing/spawned-service.ts';

/** The service as its operator sees it: a process with an address and a log that can be stopped. */
export interface ServiceProcess {
  readonly url: string;
  readonly processId: number;
  /** What the process has logged so far, one JSON object per line. */
  log(): readonly LogLine[];
  /** The newest link mailed to the address, read from the logs of all its nodes, because the service has no SMTP. */
  passwordLink(email: string): Promise<string>;
  /** Sends SIGTERM, as a service manager does. Rejects unless the process ends with 0 and an empty stderr. */
  stop(): Promise<void>;
  /** Sends SIGKILL: the process ends as in a power failure. */
  kill(): Promise<void>;
}

export interface LogLine {
  readonly level: string;
  readonly msg: string;
  readonly recipient?: string;
  readonly link?: string;
  readonly time?: string;
  readonly err?: { readonly message?: string };
}

const MAIL_COMES_WITHIN_MS = 10_000;

/** Resolves when the service is ready; with exactly these settings and, unless they name one, a free port. */
export async function startServiceProcess(
  settings: Readonly<Record<string, string>>,
): Promise<ServiceProcess> {
  return processOf(await spawnService(settings), settings.DATABASE_URL);
}

/** Starts an edge node in the same way; its keys and its upstream are settings. */
export async function startEdgeProcess(
  settings: Readonly<Record<string, string>>,
): Promise<ServiceProcess> {
  return processOf(await spawnCommand(['edge'], settings));
}

type Log = ServiceProcess['log'];

/** Of the running nodes of each database: any of them may send a mail that another has queued, and logs its link then. */
const running = new Map<string, Set<Log>>();

function besides(log: Log, databaseUrl: string, { process }: SpawnedService): ReadonlySet<Log> {
  const logs = running.get(databaseUrl) ?? new Set();
  running.set(databaseUrl, logs.add(log));
  process.once('exit', () => logs.delete(log));
  return logs;
}

/** Wraps a spawned process for the acceptance tests; resolves when it is ready. */
export async function processOf(
  spawned: SpawnedService,
  databaseUrl: string = randomUUID(),
): Promise<ServiceProcess> {
  const log = readLog(spawned);
  const logs = besides(log, databaseUrl, spawned);
  await spawned.ready;
  return {
    url: spawned.url,
    processId: spawned.process.pid ?? 0,
    log,
    async passwordLink(email) {
      const since = performance.now();
      for (;;) {
        const [line] = [...logs, log]
          .flatMap((read) => read().filter(({ recipient, link }) => recipient === email && link))
          .sort((one, other) => (other.time ?? '').localeCompare(one.time ?? ''));
        if (line?.link !== undefined) return line.link;
        if (performance.now() - since > MAIL_COMES_WITHIN_MS)
          throw new Error(`no mail to ${email}`);
        await pause(20);
      }
    },
    async stop() {
      spawned.process.kill('SIGTERM');
      const { code, stderr } = await spawned.ended;
      if (code !== 0 || stderr !== '') throw new Error(`ended with ${code}: ${stderr}`);
    },
    async kill() {
      if (spawned.process.exitCode !== null || spawned.process.signalCode !== null) return;
      spawned.process.kill('SIGKILL');
      await once(spawned.process, 'exit');
    },
  };
}

function readLog({ process: { stdout } }: SpawnedService): () => readonly LogLine[] {
  const lines: LogLine[] = [];
  let rest = '';
  stdout?.on('data', (chunk) => {
    const parts = `${rest}${chunk}`.split('\n');
    rest = parts.pop() ?? '';
    for (const part of parts) if (part.startsWith('{')) lines.push(JSON.parse(part));
  });
  return () => lines;
}
