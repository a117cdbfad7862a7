import { writeFileSync } from 'node:fs';
import process from 'node:process';
import { deserialize, serialize } from 'node:v8';
import type { Endpoint } from '@comporta/contract/endpoint';
import { ERRORS, type ErrorCode } from '@comporta/contract/errors';
import { createLog, type Log } from '../../base/log.ts';
import { Rejection, type RejectionMeta } from '../../base/rejection.ts';
import { VERSION } from '../../base/version.ts';
import type { OnChange } from '../../callers/application-scope.ts';
import type { Plans } from '../../config/plans.ts';
import { openDatabase } from '../../database/database.ts';
import { rejectionOfDatabaseError } from '../../database/database-errors.ts';
import { encodeResult } from '../answer.ts';
import { type FileKind, wholeMessage } from '../call.ts';
import { readLargeBody } from './large-body.ts';
import { doLargeWork, type LargeCall, type LargeWork } from './large-work.ts';

/** What a process is told through its pipe, before the body. It has the database's password, so it is no argument. */
export interface Job {
  /** That of the service. */
  readonly version: string;
  /** The length of the body. */
  readonly bytes: number;
  readonly call: Omit<LargeCall, 'message'> & {
    readonly message: Omit<LargeCall['message'], 'body' | 'log'>;
  };
  /** How the body was sent, where it is a file. */
  readonly file: FileKind | undefined;
  readonly databaseUrl: string;
  readonly settings: JobSettings;
  readonly logLevel: string;
}

export interface JobSettings {
  readonly plans: Plans;
  readonly deletedKeptDays: number;
}

/** What a process writes to its standard output when it is done. */
export type JobAnswer =
  | { readonly kind: 'result'; readonly bytes: Uint8Array }
  | {
      readonly kind: 'refusal';
      readonly code: ErrorCode;
      readonly meta: RejectionMeta | undefined;
    };

/** The service decides when its job ends; a terminal and a service manager may send these to all of its processes. */
const LEFT_TO_THE_SERVICE = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/**
 * The whole life of a process that does one job: reads it from standard input, and writes the result or the refusal to
 * standard output and the log to standard error. Ends without an answer when the service is gone.
 */
export async function doJob<E extends Endpoint>(
  endpoint: E,
  makeWork: (settings: JobSettings) => LargeWork<E>,
  onChange: OnChange,
): Promise<never> {
  for (const signal of LEFT_TO_THE_SERVICE) process.on(signal, () => {});
  goFirst();
  const input = openInput();
  const job: Job = deserialize(await input.next((await input.next(4)).readUInt32LE()));
  const log = createLog(job.logLevel, { write: (line) => process.stderr.write(line) });
  const answer = await answerTo(job, log, async () => {
    const body = readLargeBody(endpoint, await input.next(job.bytes), job.file);
    input.followEnd();
    const { call, databaseUrl, settings } = job;
    const message = wholeMessage({ ...call.message, log }, body);
    const database = openDatabase(databaseUrl, () => {}); // Pending queries reject with the error.
    try {
      const told = { ...call, message, onChange };
      return encodeResult(endpoint, await doLargeWork(database.sql, makeWork(settings), told));
    } finally {
      await database.close();
    }
  });
  process.stdout.write(serialize(answer), () => process.exit());
  return new Promise(() => {});
}

async function answerTo(
  { version }: Job,
  log: Log,
  work: () => Promise<Uint8Array>,
): Promise<JobAnswer> {
  try {
    requireVersion(version, log);
    return { kind: 'result', bytes: await work() };
  } catch (error) {
    const refusal = error instanceof Rejection ? error : rejectionOfDatabaseError(error);
    if (refusal === undefined) {
      log.error({ err: error }, 'unexpected error');
      return end();
    }
    const { code, meta } = refusal;
    if (error !== refusal && ERRORS[code].status === 503) log.warn({ err: error }, 'import ended');
    return { kind: 'refusal', code, meta };
  }
}

/** Who installs another release starts its programs from now on, also from a service of the release before. */
function requireVersion(version: string, log: Log): void {
  if (version === VERSION) return;
  log.error(`release ${VERSION} was installed while ${version} runs: start the service again`);
  throw new Rejection('SERVICE_UNAVAILABLE');
}

/** When the machine has no memory left, Linux ends this process and not the service; no copy of its memory is written. */
function goFirst(): void {
  if (process.platform !== 'linux') return;
  for (const [file, value] of [
    ['oom_score_adj', '1000'],
    ['coredump_filter', '0'],
  ]) {
    try {
      writeFileSync(`/proc/self/${file}`, `${value}`);
    } catch {
      // It is a precaution, and not everywhere allowed.
    }
  }
}

interface Input {
  /** Its next bytes. */
  next(count: number): Promise<Buffer>;
  /** From now on this process ends with its input. */
  followEnd(): void;
}

/** Standard input. When it ends before what was asked for, the service is gone, and so is this process. */
function openInput(): Input {
  const pieces: AsyncIterator<Buffer> = process.stdin[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  return {
    async next(count) {
      const read = [rest];
      for (let length = rest.length; length < count; ) {
        const { value, done } = await pieces.next();
        if (done) end();
        read.push(value);
        length += value.length;
      }
      const all = Buffer.concat(read);
      rest = Buffer.from(all.subarray(count));
      return all.subarray(0, count);
    },
    followEnd() {
      pieces.next().then(end, end);
    },
  };
}

function end(): never {
  process.exit(1);
}
