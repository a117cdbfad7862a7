import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { deserialize, serialize } from 'node:v8';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { VERSION } from '../../base/version.ts';
import { type JobProgram, type JobRun, runJob } from './run-job.ts';

const IMPORT_JOB = fileURLToPath(new URL('../../../import-job.ts', import.meta.url));
const RUNTIME = new URL('../../../../runtime.js', import.meta.url).href;
const PASSWORD = 'secret-of-the-database';

/** A job that is told to a program of a test, which decides what becomes of it. */
const JOB = {
  call: {},
  databaseUrl: `postgres://comporta:${PASSWORD}@127.0.0.1:1/comporta`,
  settings: { plans: {}, deletedKeptDays: 30 },
  logLevel: 'info',
} as unknown as JobRun['job']; // The programs of these tests read nothing of the call.

let folder: string;
let lines: Record<string, unknown>[];

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'comporta-job-'));
});
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => {
  lines = [];
});

function run(
  source: string,
  stop = new AbortController().signal,
  { body = Buffer.from('{}'), ...given }: Partial<JobProgram> & { readonly body?: Buffer } = {},
): Promise<Uint8Array> {
  const file = path.join(folder, `${Math.random()}.mjs`);
  writeFileSync(file, source);
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) });
  const program = { module: pathToFileURL(file), heapMegabytes: 32, ...given };
  return runJob(program, { job: JOB, body: [body], log, stop });
}

const isAlive = (id: number) => {
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
};

/** A program that writes its process id to a file and goes on for ever. */
function endless(file: string): string {
  return `import { writeFileSync } from 'node:fs';
    writeFileSync(${JSON.stringify(`${file}.part`)}, String(process.pid));
    const { renameSync } = await import('node:fs');
    renameSync(${JSON.stringify(`${file}.part`)}, ${JSON.stringify(file)});
    setInterval(() => {}, 1000);`;
}

describe('the process of a job', () => {
  it('PAYLOAD_TOO_LARGE: it runs out of memory; the service only hears of it', async () => {
    const eats = 'const all = []; for (;;) all.push(new Array(10_000).fill(all.length));';
    await expect(run(eats)).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
    expect(lines).toEqual([expect.objectContaining({ msg: 'the process of an import said' })]);
    expect(JSON.stringify(lines)).toContain('heap out of memory');
  });

  it('PAYLOAD_TOO_LARGE: the kernel ends it, because the machine has no memory left', async () => {
    const killed = "process.kill(process.pid, 'SIGKILL'); setInterval(() => {}, 1000);";
    await expect(run(killed)).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
  });

  it('SERVICE_UNAVAILABLE: a service manager stops it with the service', async () => {
    const stopped = "process.kill(process.pid, 'SIGTERM'); setInterval(() => {}, 1000);";
    await expect(run(stopped)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });

  it('its log is part of the log of the service, and so is what else it says', async () => {
    const talks = `console.error('{"level":"warn","time":"now","rows":3,"msg":"slow"}');
      console.error('Warning: something of Node');
      process.exitCode = 3;`;
    await expect(run(talks)).rejects.toThrow('ended with 3');
    expect(lines).toEqual([
      expect.objectContaining({ level: 40, rows: 3, msg: 'slow' }),
      expect.objectContaining({ level: 40, lines: ['Warning: something of Node'], code: 3 }),
    ]);
  });

  it('the service does not hold the body while the process works on it', async () => {
    const stop = new AbortController();
    const body = Buffer.allocUnsafeSlow(1024 * 1024);
    const reads = 'process.stdin.resume(); setInterval(() => {}, 1000);';
    const ended = run(reads, stop.signal, { body });
    await expect.poll(() => body.buffer.byteLength).toBe(0);
    stop.abort(new Error('gone'));
    await expect(ended).rejects.toThrow('gone');
  });

  it.runIf(process.platform === 'linux')(
    'LIF-94: gives way with all its threads, where its program does',
    async () => {
      for (const [program, nice, name] of [
        [{ givesWay: true as const }, '10', 'lowered'],
        [{}, `${os.getPriority()}`, 'usual'],
      ] as const) {
        const file = path.join(folder, `threads-${name}`);
        const stop = new AbortController();
        const ended = run(endless(file), stop.signal, program);
        await expect.poll(() => existsSync(file)).toBe(true);
        const threads = `/proc/${readFileSync(file, 'utf8')}/task`;
        const given = readdirSync(threads).map((id) => {
          const stat = readFileSync(`${threads}/${id}/stat`, 'utf8');
          return stat.slice(stat.lastIndexOf(')')).split(' ')[17];
        });
        expect(given.length).toBeGreaterThan(1);
        expect(new Set(given)).toEqual(new Set([nice]));
        stop.abort(new Error('gone'));
        await expect(ended).rejects.toThrow('gone');
      }
    },
  );

  it('is killed, also in the middle of work, and has ended when the caller hears of it', async () => {
    const file = path.join(folder, 'endless');
    const stop = new AbortController();
    const ended = run(`${endless(file)} for (;;) {}`, stop.signal);
    await expect.poll(() => existsSync(file)).toBe(true);
    stop.abort(new Error('gone'));
    await expect(ended).rejects.toThrow('gone');
    expect(isAlive(Number(readFileSync(file, 'utf8')))).toBe(false);
  });

  it.runIf(process.platform === 'linux')('shows nobody the password of the database', async () => {
    const file = path.join(folder, 'shown');
    const stop = new AbortController();
    const ended = run(endless(file), stop.signal);
    await expect.poll(() => existsSync(file)).toBe(true);
    const id = readFileSync(file, 'utf8');
    for (const shown of ['cmdline', 'environ']) {
      expect(readFileSync(`/proc/${id}/${shown}`, 'utf8')).not.toContain(PASSWORD);
    }
    stop.abort(new Error('gone'));
    await expect(ended).rejects.toThrow('gone');
  });
});

describe('the program of an import', () => {
  function start() {
    const child = spawn(process.execPath, [`--import=${RUNTIME}`, IMPORT_JOB]);
    child.stdin.on('error', () => {}); // It may end before it reads everything.
    return child;
  }

  function headOf(job: object): Buffer {
    const head = serialize(job);
    const size = Buffer.alloc(4);
    size.writeUInt32LE(head.length);
    return Buffer.concat([size, head]);
  }

  it('ends without an answer when the service is gone before it has told everything', async () => {
    const child = start();
    child.stdin.end(headOf({ ...JOB, version: VERSION, bytes: 100 }).subarray(0, -1));
    const [answer, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
    expect({ answer, code }).toEqual({ answer: '', code: 1 });
  });

  it('SERVICE_UNAVAILABLE: does nothing for a service of another release, and the log says what to do', async () => {
    const child = start();
    child.stdin.write(headOf({ ...JOB, version: '0.0.1', bytes: 0 }));
    const [answer, log] = await Promise.all([
      buffer(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    expect(deserialize(answer)).toMatchObject({ kind: 'refusal', code: 'SERVICE_UNAVAILABLE' });
    expect(JSON.parse(log)).toMatchObject({
      level: 'error',
      msg: expect.stringContaining('start the service again'),
    });
  });

  it('refuses what its caller may not send, before it asks the database anything', async () => {
    const child = start();
    child.stdin.write(headOf({ ...JOB, version: VERSION, bytes: 3 }));
    child.stdin.write('[[}');
    const [answer] = await Promise.all([buffer(child.stdout), once(child, 'close')]);
    expect(deserialize(answer)).toMatchObject({ kind: 'refusal', code: 'INVALID_JSON' });
  });
});
