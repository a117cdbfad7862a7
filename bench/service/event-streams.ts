import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** Streams that this process holds open at once. */
export interface HeldStreams {
  /** Resolves with the times in ms, by performance.now(), at which each stream received the revision. */
  told(revision: number): Promise<readonly number[]>;
  /** The newest revision that a stream received. */
  newest(): number;
  /** The same as `told`, of the first revision after this one. */
  toldAfter(revision: number): Promise<readonly number[]>;
  /** How long each stream was told to wait before it reconnects. */
  readonly retriesMs: readonly number[];
  /** Resolves when the service has ended them all. */
  readonly ended: Promise<void>;
  close(): void;
}

/** What a stream told of its list. */
export interface ToldList {
  readonly version: number;
  /** Whether the parts that changed came before it. */
  readonly isSent: boolean;
  readonly agent: Agent;
}

const OPENED_AT_ONCE = 50;

export async function holdStreams(
  url: string,
  headers: Readonly<Record<string, string>>,
  count: number,
  onLists: (told: ToldList) => void = () => {},
): Promise<HeldStreams> {
  const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY });
  const arrivals = new Map<number, number[]>();
  const retriesMs: number[] = [];
  const streams: IncomingMessage[] = [];
  const ends: Promise<void>[] = [];

  function note(text: string): void {
    const now = performance.now();
    for (const [, retry] of text.matchAll(/^retry: (\d+)$/gm)) retriesMs.push(Number(retry));
    for (const [, version] of text.matchAll(/^event: lists\ndata: [^=\n]+=(\d+)$/gm)) {
      const isSent = text.includes(`"version":${version},`);
      onLists({ version: Number(version), isSent, agent });
    }
    for (const [, revision] of text.matchAll(/"revision":(\d+)/g)) {
      const times = arrivals.get(Number(revision)) ?? [];
      arrivals.set(Number(revision), times);
      times.push(now);
    }
  }

  async function open(): Promise<void> {
    const stream = await answerTo(url, headers, agent);
    let rest = '';
    stream.setEncoding('utf8').on('data', (text: string) => {
      const end = text.lastIndexOf('\n\n') + 2;
      if (end > 1) note(rest + text.slice(0, end));
      rest = end > 1 ? text.slice(end) : rest + text;
    });
    streams.push(stream);
    ends.push(new Promise((resolve) => stream.on('close', resolve)));
  }

  while (streams.length < count) {
    const missing = Math.min(OPENED_AT_ONCE, count - streams.length);
    await Promise.all(Array.from({ length: missing }, open));
  }
  while (retriesMs.length < count) await pause(10);
  const newest = () => Math.max(0, ...arrivals.keys());
  async function told(revision: number): Promise<readonly number[]> {
    while ((arrivals.get(revision)?.length ?? 0) < count) await pause(5);
    return arrivals.get(revision) ?? [];
  }
  return {
    retriesMs,
    ended: Promise.all(ends).then(() => {}),
    told,
    newest,
    async toldAfter(revision) {
      while (newest() <= revision) await pause(1);
      return told(newest());
    },
    close() {
      for (const stream of streams) stream.destroy();
    },
  };
}

function answerTo(
  url: string,
  headers: Readonly<Record<string, string>>,
  agent: Agent,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request(url, { headers, agent }, (response) => {
      if (response.statusCode === 200) resolve(response);
      else reject(new Error(`${url}: ${response.statusCode}`));
    })
      .on('error', reject)
      .end();
  });
}
