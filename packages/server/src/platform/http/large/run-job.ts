import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { deserialize, serialize } from 'node:v8';
import type { Log } from '../../base/log.ts';
import { Rejection } from '../../base/rejection.ts';
import { taken } from '../../base/taken.ts';
import { VERSION } from '../../base/version.ts';
import type { Job, JobAnswer } from './do-job.ts';

const RUNTIME = new URL('../../../../runtime.js', import.meta.url);
/** The size of each semi-space of the young generation, as in the service. By default V8 would let it grow to 134 MB. */
const SEMI_SPACE_MB = 8;
/** Of the values up to 19, as `nice` has them: enough to be felt, and a busy machine still lets it go on. */
const GIVES_WAY = 10;
/** How a process of Node ends when its heap is full, and how the kernel ends one when the machine's memory is. */
const OUT_OF_MEMORY = { codes: [134], signals: ['SIGABRT', 'SIGKILL'] };
/** Of what is no line of a log, such as V8's last words, the last lines are logged. */
const LINES_KEPT = 20;

/** A program that calls `doJob`, and the size of its heap. */
export interface JobProgram {
  readonly module: URL;
  readonly heapMegabytes: number;
  /** Set for work that may take longer, because nothing waits for it: what serves people gets the processor first. */
  readonly givesWay?: true;
}

export interface JobRun {
  readonly job: Omit<Job, 'version' | 'bytes'>;
  /** Emptied when they are sent, so that the service does not hold them meanwhile. */
  readonly body: Buffer[];
  readonly log: Log;
  readonly stop: AbortSignal;
}

/**
 * Runs a job in a process of its own, and returns its encoded result. Rejects with the refusal of the job, with
 * PAYLOAD_TOO_LARGE when it needs more memory than it may have, and with the reason of the signal. The process has ended
 * then: its memory is free, its connection is closed, and the database rolls back what was not committed.
 */
export async function runJob(
  { module, heapMegabytes, givesWay }: JobProgram,
  { job, body, log, stop }: JobRun,
): Promise<Uint8Array> {
  stop.throwIfAborted();
  const options = [
    `--max-old-space-size=${heapMegabytes}`,
    `--max-semi-space-size=${SEMI_SPACE_MB}`,
    `--import=${RUNTIME.href}`,
  ];
  const child = spawn(process.execPath, [...options, fileURLToPath(module)], { windowsHide: true });
  if (givesWay) giveWay(child);
  const kill = () => child.kill('SIGKILL');
  stop.addEventListener('abort', kill);
  try {
    send(child, { ...job, version: VERSION }, body);
    const [answer, lines, [code, signal]] = await Promise.all([
      buffer(child.stdout),
      tellLog(child, log),
      once(child, 'close'),
    ]).catch((error: unknown) => {
      log.warn({ err: error }, 'no process for an import');
      throw new Rejection('SERVICE_BUSY');
    });
    stop.throwIfAborted();
    if (lines.length > 0) log.warn({ lines, code, signal }, 'the process of an import said');
    requireEnd(code, signal);
    return resultOf(deserialize(answer));
  } finally {
    stop.removeEventListener('abort', kill);
    kill();
  }
}

/** Before it has started its threads, which take over its priority; a process cannot raise it again. */
function giveWay({ pid }: ChildProcess): void {
  if (pid === undefined) return; // It could not be started, which its events tell.
  try {
    setPriority(pid, GIVES_WAY);
  } catch {
    // It is a courtesy, and has ended, or is not allowed here.
  }
}

/** The pipe stays open: its end tells the process that the service is gone. */
function send(child: ChildProcess, job: Omit<Job, 'bytes'>, body: Buffer[]): void {
  child.stdin?.on('error', () => {}); // The process ended before it read everything.
  const bytes = body.reduce((sum, piece) => sum + piece.length, 0);
  const head = serialize({ ...job, bytes } satisfies Job);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(head.length);
  for (const piece of [size, head]) child.stdin?.write(piece);
  for (const piece of taken(body)) {
    child.stdin?.write(piece, (error) => {
      if (!error) freeNow(piece);
    });
  }
}

/** Gives the memory of a whole body back at once: the garbage collector would come to it much later. */
function freeNow({ buffer, length }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === length) buffer.transfer(0);
}

/** Writes the log of the process into the service's, and answers its last other lines. */
async function tellLog({ stderr }: ChildProcess, log: Log): Promise<readonly string[]> {
  const others: string[] = [];
  for await (const line of createInterface({ input: stderr ?? Readable.from([]) })) {
    const told = lineOfLog(line);
    if (told !== undefined) log[told.level](told.rest, told.msg);
    else if (line !== '') others.push(line);
    if (others.length > LINES_KEPT) others.shift();
  }
  return others;
}

function lineOfLog(line: string) {
  if (!line.startsWith('{"level":')) return undefined;
  try {
    const { level, msg, time: _now, ...rest } = JSON.parse(line);
    return { level: level as 'warn', msg: String(msg), rest }; // It was written by `createLog`.
  } catch {
    return undefined;
  }
}

function requireEnd(code: number | null, signal: NodeJS.Signals | null): void {
  if (code === 0) return;
  const { codes, signals } = OUT_OF_MEMORY;
  if (codes.includes(code ?? 0) || signals.includes(signal ?? '')) {
    throw new Rejection('PAYLOAD_TOO_LARGE');
  }
  // Who stops a service may send the signal to all of its processes.
  if (signal !== null) throw new Rejection('SERVICE_UNAVAILABLE', { reason: 'stopping' });
  throw new Error(`the process of an import ended with ${code}`);
}

function resultOf(answer: JobAnswer): Uint8Array {
  if (answer.kind === 'result') return answer.bytes;
  throw new Rejection(answer.code, answer.meta);
}
