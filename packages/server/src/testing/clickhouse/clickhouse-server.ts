import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Ran, Statement } from './engine.ts';

/**
 * What a server does with one call instead of answering it: it runs the statement and drops the answer, or half of it;
 * refuses it; or never answers.
 */
export type Mishap = 'DROPS_ANSWER' | 'BREAKS_ANSWER' | 'REFUSES' | 'TOO_MANY_PARTS' | 'SILENT';

export interface ClickHouseServer {
  /** As EVENTS_URL has it, with a database of its own. */
  readonly url: string;
  /** The next `count` calls whose statement begins so suffer this; all of them by default. */
  suffer(mishap: Mishap, beginning?: string, count?: number): void;
  /** No more mishaps. */
  recover(): void;
  /** Kills the engine with -9, as a crash does; the next call starts it again with the same folder. */
  kill(): Promise<void>;
  /** How many calls there were whose statement begins so. */
  calls(beginning: string): number;
  close(): Promise<void>;
}

/** Parameters of the HTTP interface that are no settings of the engine. */
const OF_HTTP = new Set([
  'query',
  'database',
  'default_format',
  'query_id',
  'session_id',
  'wait_end_of_query',
  'enable_http_compression',
  'role',
]);

/** Serves ClickHouse's HTTP interface with the real engine in a child process behind it. */
export async function startClickHouse(): Promise<ClickHouseServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'comporta-clickhouse-'));
  let starting = startEngine(folder);
  await starting;
  const mishaps: { mishap: Mishap; beginning: string; left: number }[] = [];
  const statements: string[] = [];

  /** The engine locks its folder, so calls that come together start it once. */
  async function running(): Promise<Engine> {
    const before = starting;
    if ((await before).isGone() && starting === before) starting = startEngine(folder);
    return starting;
  }

  function mishapOf(text: string): Mishap | undefined {
    const found = mishaps.find(({ beginning, left }) => left > 0 && text.startsWith(beginning));
    if (found !== undefined) found.left -= 1;
    return found?.mishap;
  }

  const server = http.createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });

  async function answer(request: http.IncomingMessage, response: http.ServerResponse) {
    const url = new URL(request.url ?? '/', 'http://localhost');
    if (url.pathname === '/ping') return void response.end('Ok.\n');
    const received = await buffer(request);
    const body = (
      request.headers['content-encoding'] === 'gzip' ? gunzipSync(received) : received
    ).toString();
    const query = url.searchParams.get('query');
    const text = (query === null ? body : `${query}\n${body}`).trim();
    statements.push(text);
    const mishap = mishapOf(text);
    if (mishap === 'SILENT') return;
    if (mishap === 'REFUSES') return void response.writeHead(503).end('busy');
    if (mishap === 'TOO_MANY_PARTS') {
      return refuse(response, 'Code: 252. DB::Exception: Too many parts. (TOO_MANY_PARTS)');
    }
    const ran = await (await running()).run(
      [...settingsOf(url.searchParams), text],
      formatOf(text) ?? 'TabSeparated',
    );
    if (mishap === 'DROPS_ANSWER') return void response.destroy();
    if ('exception' in ran) return refuse(response, ran.exception);
    const isZipped = url.searchParams.get('enable_http_compression') === '1';
    const sent = isZipped ? gzipSync(ran.text) : Buffer.from(ran.text);
    response.writeHead(200, {
      'content-type': 'text/plain',
      'x-clickhouse-query-id': url.searchParams.get('query_id') ?? '',
      ...(isZipped && { 'content-encoding': 'gzip' }),
      ...(mishap === 'BREAKS_ANSWER' && { 'content-length': String(sent.length + 1) }),
    });
    if (mishap !== 'BREAKS_ANSWER') return void response.end(sent);
    response.write(sent.subarray(0, Math.floor(sent.length / 2)), () => response.destroy());
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // It listens on a port, not on a pipe.

  return {
    url: `clickhouse://comporta:secret@127.0.0.1:${port}/default`,
    suffer(mishap, beginning = '', count = Number.POSITIVE_INFINITY) {
      mishaps.push({ mishap, beginning, left: count });
    },
    recover() {
      mishaps.length = 0;
    },
    kill: async () => (await starting).kill(),
    calls: (beginning) => statements.filter((text) => text.startsWith(beginning)).length,
    async close() {
      server.closeAllConnections();
      server.close();
      await (await starting).kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function refuse(response: http.ServerResponse, exception: string): void {
  const [, code = '0'] = /Code: (\d+)/.exec(exception) ?? [];
  response.writeHead(500, { 'x-clickhouse-exception-code': code }).end(exception);
}

function formatOf(text: string): string | undefined {
  return /\bFORMAT (\w+)\s*$/.exec(text)?.[1];
}

/** The settings and parameters of a call, as statements. */
function settingsOf(parameters: URLSearchParams): string[] {
  const settings = [...parameters]
    .filter(([name]) => !OF_HTTP.has(name))
    .map(([name, value]) => `${name} = '${value.replace(/[\\']/g, '\\$&')}'`);
  return settings.length === 0 ? [] : [`SET ${settings.join(', ')}`];
}

interface Engine {
  run(texts: readonly string[], format: string): Promise<Ran>;
  isGone(): boolean;
  kill(): Promise<void>;
}

async function startEngine(folder: string): Promise<Engine> {
  const child = fork(path.join(import.meta.dirname, 'engine.ts'), [folder], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const waiting = new Map<number, PromiseWithResolvers<Ran>>();
  let lastId = 0;
  child.on('message', (ran: Ran) => {
    waiting.get(ran.id)?.resolve(ran);
    waiting.delete(ran.id);
  });
  child.on('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error('the engine is gone'));
    waiting.clear();
  });
  child.on('error', () => {}); // Whoever asks is told.
  function ask(id: number, statement?: Omit<Statement, 'id'>): Promise<Ran> {
    const answered = Promise.withResolvers<Ran>();
    waiting.set(id, answered);
    if (statement !== undefined) {
      child.send({ id, ...statement }, (error) => error && answered.reject(error));
    }
    return answered.promise;
  }
  await ask(0);
  return {
    run(texts, format) {
      lastId += 1;
      return ask(lastId, { texts, format });
    },
    isGone: () => hasEnded(child),
    async kill() {
      if (hasEnded(child)) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}
