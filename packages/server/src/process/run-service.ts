import { createLog, type Log } from '../platform/base/log.ts';
import { type Config, readConfig } from '../platform/config/config.ts';
import { exitCodeOfStartFailure, explainStartFailure, NodeFailed } from './start-failure.ts';

/** On Ctrl-C, npm forwards a signal that the terminal has already sent to this process. Source: T22. */
const SAME_SIGNAL_MS = 500;

/** SIGHUP is included: closing the terminal, or a `kill -HUP` by habit, must not abort work in progress. */
const STOPPING = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

export interface Service {
  /** A line for the person who started the service, with the URL to open. */
  readonly welcome: string;
  /** Resolves when all work in progress has ended. */
  stop(): Promise<void>;
  /** Rejects when what the service was started with turns out to be useless. The process then ends as after a failed start. */
  readonly failed?: Promise<never>;
}

/** Starts a service and ends the process with it: on a signal, or when the start fails. */
export async function runService(
  start: (config: Config, log: Log) => Promise<Service>,
): Promise<void> {
  const service = await startOrExit((config, log) => {
    for (const warning of config.warnings) log.warn(warning);
    return start(config, log);
  });
  print(service.welcome);
}

/** The same for a process that another one has started, which is told of the welcome line and has warned already. */
export async function runPart(
  start: (config: Config, log: Log) => Promise<Service>,
  tell: (welcome: string) => void,
): Promise<void> {
  const service = await startOrExit(start);
  tell(service.welcome);
}

/** This is the only line for a person; all other output is the log. */
function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** The first signal stops the service. A second one ends the process at once. */
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
  const config = readConfigOrExit();
  try {
    const service = await start(config, createLog(config.logLevel));
    endOnSignals(service);
    service.failed?.catch(exitAfter);
    return service;
  } catch (error) {
    return exitAfter(error);
  }
}

/** Returns the settings. If one is wrong, the process ends, as it does after any start that fails. */
export function readConfigOrExit(): Config {
  try {
    return readConfig();
  } catch (error) {
    return exitAfter(error);
  }
}

function exitAfter(error: unknown): never {
  // A node says itself why it failed.
  if (!(error instanceof NodeFailed)) process.stderr.write(`${explainStartFailure(error)}\n`);
  process.exit(exitCodeOfStartFailure(error));
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
