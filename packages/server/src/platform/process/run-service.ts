import { createLog, type Log } from '../base/log.ts';
import { type Config, readConfig } from '../config/config.ts';
import { explainStartFailure } from './start-failure.ts';

/** Of Ctrl-C, npm passes on what the terminal has already sent. Source: T22. */
const SAME_SIGNAL_MS = 500;

/** SIGHUP, too: whoever closes the terminal, or has a habit of it, must not lose what is under way. */
const STOPPING = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

export interface Service {
  /** Where to go next, for the person who started it. */
  readonly welcome: string;
  /** Resolves when all that was begun is finished. */
  stop(): Promise<void>;
}

/** Starts a service and makes it this process's life: signals end it, and so does a failed start. */
export async function runService(
  start: (config: Config, log: Log) => Promise<Service>,
): Promise<void> {
  const service = await startOrExit(start);
  endOnSignals(service);
  // All that a person reads here is one line; the rest is the log.
  process.stdout.write(`${service.welcome}\n`);
}

/** The first signal ends the service; a later one means that somebody does not want to wait. */
function endOnSignals(service: Service): void {
  let firstAt: number | undefined;
  const onSignal = () => {
    if (firstAt === undefined) {
      firstAt = performance.now();
      end(service);
    } else if (performance.now() - firstAt > SAME_SIGNAL_MS) {
      process.exit(1);
    }
  };
  for (const signal of STOPPING) process.on(signal, onSignal);
}

async function startOrExit(
  start: (config: Config, log: Log) => Promise<Service>,
): Promise<Service> {
  try {
    const config = readConfig();
    const log = createLog(config.logLevel);
    for (const warning of config.warnings) log.warn(warning);
    return await start(config, log);
  } catch (error) {
    process.stderr.write(`${explainStartFailure(error)}\n`);
    process.exit(1);
  }
}

function end(service: Service): void {
  service.stop().then(
    () => process.exit(0),
    (error: unknown) => {
      process.stderr.write(`Comporta did not stop cleanly: ${String(error)}\n`);
      process.exit(1);
    },
  );
}
