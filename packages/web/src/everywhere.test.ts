import { OpenFeature } from '@openfeature/web-sdk';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createWebClient, type WebClient, type WebClientOptions } from './client.ts';
import { ComportaWebProvider } from './openfeature.ts';
import { openPage, openRuntime, type Page } from './test-support/page.ts';

const PLACE = { url: 'https://toggles.example.com', key: 'cpt_web_1' };
const ANSWER = {
  flags: [{ key: 'checkout', value: true, reason: 'STATIC' }],
  metadata: { revision: 1 },
  eventStreams: [{ type: 'sse', endpoint: { requestUri: '/ofrep/v1/events?ticket=1' } }],
};
const WORKER = { userAgent: 'Mozilla/5.0 (X11) Chrome/140' };
const REACT_NATIVE = { product: 'ReactNative' };
const NO_REQUESTS = 'a server needs the option bootstrap, or @comporta/sdk';
let client: WebClient;
let warnings: string[];

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  warnings = [];
});
afterEach(async () => {
  client?.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.restoreAllMocks();
  await OpenFeature.clearProviders();
});

async function open(options: Partial<WebClientOptions> = {}): Promise<void> {
  const logger = { warn: (message: string) => warnings.push(message) };
  client = createWebClient({ ...PLACE, logger, ...options });
  await vi.advanceTimersByTimeAsync(0);
}

/** A response as React Native has it: read as a whole, without `body`. */
function wholeResponse(): Response {
  const { ok, status, headers } = Response.json(ANSWER);
  // A test double of the platform: the client reads nothing else.
  return { ok, status, headers, json: async () => ANSWER } as unknown as Response;
}

function pauses({ askedAt }: Pick<Page, 'askedAt'>): number[] {
  return askedAt.slice(1).map((at, index) => (at - (askedAt[index] ?? 0)) / 1_000);
}

describe('CLT-02: without a document', () => {
  it('a worker of a browser asks, listens, and tracks', async () => {
    const worker = openRuntime(WORKER);
    worker.answer = () => Response.json(ANSWER);
    await open();
    expect([client.state(), client.boolean('checkout', false)]).toEqual(['READY', true]);
    expect(worker.streams.map(({ isOpen }) => isOpen)).toEqual([true]);
    client.track('bought');
    await client.setContext({ targetingKey: 'ana' });
    client.track('bought');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(worker.requests.map(({ url }) => new URL(url).pathname)).toContain('/api/events');
  });

  it('React Native asks and tracks, with none of the globals that it does not have', async () => {
    const native = openRuntime(REACT_NATIVE, [
      'addEventListener',
      'EventSource',
      'crypto',
      'CompressionStream',
      'reportError',
    ]);
    for (const name of ['any', 'timeout'] as const) {
      vi.spyOn(AbortSignal, name).mockImplementation(() => {
        throw new TypeError(`AbortSignal.${name} is not a function`);
      });
    }
    native.answer = wholeResponse;
    await open({ context: { targetingKey: 'ana' } });
    expect([client.state(), client.boolean('checkout', false)]).toEqual(['READY', true]);
    client.track('bought');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(native.requests.at(-1)?.url).toBe(`${PLACE.url}/api/events`);
    expect(client.state()).toBe('READY');
  });

  it('a server sends nothing, as it renders pages, and says so at once and through OpenFeature', async () => {
    const server = openRuntime({ userAgent: 'Node.js/24' });
    await open();
    expect([client.state(), warnings]).toEqual(['STALE', [`Comporta: ${NO_REQUESTS}`]]);
    await open({ bootstrap: undefined });
    expect(warnings).toHaveLength(1);
    vi.spyOn(console, 'warn').mockReturnValue();
    const setting = OpenFeature.setProviderAndWait(new ComportaWebProvider(PLACE));
    await expect(setting).rejects.toThrow(NO_REQUESTS);
    expect([server.requests, server.streams]).toEqual([[], []]);
  });
});

describe('CLT-01: where responses cannot be read while they arrive', () => {
  it('a page asks every 50 to 70 seconds, and says once that there is no stream', async () => {
    const page = openPage();
    vi.stubGlobal('EventSource', undefined);
    page.answer = wholeResponse;
    await open();
    await vi.advanceTimersByTimeAsync(30 * 60_000);
    const seconds = pauses(page);
    expect(seconds.length).toBeGreaterThan(24);
    expect(Math.min(...seconds)).toBeGreaterThanOrEqual(50);
    expect(Math.max(...seconds)).toBeLessThanOrEqual(70);
    expect(page.streams).toEqual([]);
    expect(warnings).toEqual(['Comporta: no stream: values are asked for each minute']);
    expect(client.state()).toBe('READY');
  });

  it('a page without EventSource is told of changes all the same', async () => {
    const page = openPage();
    vi.stubGlobal('EventSource', undefined);
    page.answer = () => Response.json(ANSWER);
    await open();
    await vi.advanceTimersByTimeAsync(8_000);
    expect([page.requests.length, page.streams.length]).toEqual([1, 1]);
    page.streams[0]?.tell({ type: 'refetchEvaluation' });
    await vi.advanceTimersByTimeAsync(0);
    expect(page.requests).toHaveLength(2);
  });
});

describe('CLT-03: a bootstrap that is none', () => {
  it.each([
    [null],
    [{}],
    [{ flags: ANSWER.flags, metadata: ANSWER.metadata }],
    [{ context: {}, metadata: {}, entityTag: '"1"', flags: [null] }],
    ['<!doctype html>'],
  ])('%j: one warning, as if there were none', async (bootstrap) => {
    const page = openPage();
    page.answer = () => Response.json(ANSWER);
    // Untyped callers.
    const options = { bootstrap } as unknown as WebClientOptions;
    await open(options);
    expect([client.state(), client.boolean('checkout', false)]).toEqual(['READY', true]);
    expect(warnings).toEqual(['Comporta: the option bootstrap is no result of bulkFor']);
    client.close();
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    await OpenFeature.setProviderAndWait(new ComportaWebProvider({ ...PLACE, ...options }));
    expect(OpenFeature.getClient().getBooleanValue('checkout', false)).toBe(true);
    expect(warn).toHaveBeenCalledTimes(1);
  });
});

describe('CLT-13: the provider', () => {
  const bootstrap = { context: { targetingKey: 'ana' }, ...ANSWER, entityTag: '"1"' };

  it('takes a client that has values: it is ready at once', async () => {
    openPage().answer = () => Response.json(ANSWER);
    await open({ bootstrap });
    OpenFeature.setProvider(new ComportaWebProvider(client));
    expect(OpenFeature.getClient().getBooleanValue('checkout', false)).toBe(true);
  });

  it('takes a client without values, whose context stays unless OpenFeature has one', async () => {
    const page = openPage();
    page.answer = () => Response.json(ANSWER);
    const bodies: unknown[] = [];
    page.answer = async (request) => {
      bodies.push(JSON.parse(await request.text()));
      return Response.json(ANSWER);
    };
    client = createWebClient({ ...PLACE, context: { targetingKey: 'ana' } });
    await OpenFeature.setProviderAndWait(new ComportaWebProvider(client));
    expect(OpenFeature.getClient().getBooleanValue('checkout', false)).toBe(true);
    await OpenFeature.setContext({ targetingKey: 'bob' });
    expect(bodies).toEqual([
      { context: { targetingKey: 'ana' }, counts: true },
      { context: { targetingKey: 'bob' }, counts: true },
    ]);
    await OpenFeature.setContext({});
  });

  it('boolean(name, fallback) returns the fallback for a toggle of another type, and for none', async () => {
    openPage();
    const flags = [
      { key: 'theme', value: 'dark' },
      { key: 'off', value: false },
    ];
    await open({ bootstrap: { ...bootstrap, flags } });
    const names = ['theme', 'off', 'nothing'];
    expect(names.map((name) => client.boolean(name, true))).toEqual([true, false, true]);
  });
});
