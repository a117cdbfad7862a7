import { EVENT_STREAM_HEADER } from '@comporta/client-core/bulk-answer';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Flag } from './answer.ts';
import { createWebClient, type WebClient, type WebClientOptions } from './client.ts';
import { OFFLINE, openPage, SILENT, SPEAKING } from './test-support/page.ts';

const ANA = { targetingKey: 'ana' };
const MINUTE = 60_000;
let client: WebClient;

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  // Back-off is random: 1 makes each pause the longest possible.
  vi.spyOn(Math, 'random').mockReturnValue(1);
});
afterEach(() => {
  client.close();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

async function open(options: Partial<WebClientOptions> = {}): Promise<WebClient> {
  client = createWebClient({
    url: 'https://toggles.example.com',
    key: 'cpt_web_1',
    context: ANA,
    usage: false,
    ...options,
  });
  await vi.advanceTimersByTimeAsync(0);
  return client;
}

/** The response of the service while the toggle has this value. */
function serving(value: boolean, revision = 1) {
  const flags: readonly Flag[] = [{ key: 'checkout', value, reason: 'STATIC' }];
  const entityTag = `"${value}"`;
  const requestUri = '/ofrep/v1/events?ticket=1';
  const eventStreams = [{ type: 'sse', endpoint: { requestUri } }];
  const unchanged = { etag: entityTag, [EVENT_STREAM_HEADER]: requestUri };
  return ({ headers }: Request) =>
    headers.get('if-none-match') === entityTag
      ? new Response(null, { status: 304, headers: unchanged })
      : Response.json(
          { flags, metadata: { revision }, eventStreams },
          { headers: { etag: entityTag } },
        );
}

const FLAGS = 'https://toggles.example.com/ofrep/v1/evaluate/flags';

const refusing = (status: number, retryAfter?: string) => () =>
  new Response(null, { status, headers: retryAfter ? { 'retry-after': retryAfter } : {} });

/** Milliseconds between successive requests. */
function pauses(askedAt: readonly number[]): number[] {
  return askedAt.slice(1).map((at, index) => at - (askedAt[index] ?? 0));
}

describe('SDK-09: while the service is unavailable, a page', () => {
  it('retries after increasing pauses, a minute at most, and at once when it comes online', async () => {
    const page = openPage();
    await open();
    expect(client.state()).toBe('STALE');
    await vi.advanceTimersByTimeAsync(4 * MINUTE);
    expect(pauses(page.askedAt)).toEqual([1, 2, 4, 8, 16, 32, 60, 60].map((s) => s * 1_000));
    page.answer = serving(true);
    page.comeOnline();
    await vi.advanceTimersByTimeAsync(0);
    expect([client.state(), client.flag('checkout')?.value]).toEqual(['READY', true]);
    await vi.advanceTimersByTimeAsync(10 * MINUTE);
    expect(page.requests).toHaveLength(10);
  });

  it('spreads its pauses at random', async () => {
    const page = openPage();
    vi.spyOn(Math, 'random').mockReturnValue(0.25);
    await open();
    await vi.advanceTimersByTimeAsync(1_800);
    expect(pauses(page.askedAt)).toEqual([250, 500, 1_000]);
  });

  it('429: waits at least as long as Retry-After says', async () => {
    const page = openPage();
    page.answer = refusing(429, '7');
    await open();
    await vi.advanceTimersByTimeAsync(7_000);
    expect(page.requests).toHaveLength(1);
    page.answer = serving(true);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(page.askedAt).toEqual([0, 8_000]);
    expect(client.state()).toBe('READY');
  });

  it('429: ignores a negative Retry-After', async () => {
    const page = openPage();
    page.answer = refusing(429, '-3600');
    await open();
    await vi.advanceTimersByTimeAsync(7_000);
    expect(pauses(page.askedAt)).toEqual([1_000, 2_000, 4_000]);
  });

  it('200 from a proxy: keeps its values, or has none', async () => {
    const page = openPage();
    page.answer = () => Response.json({ error: 'under maintenance' });
    await open();
    expect([client.state(), client.flag('checkout')]).toEqual(['STALE', undefined]);
    page.answer = serving(true);
    page.comeOnline();
    await vi.advanceTimersByTimeAsync(0);
    page.answer = () => Response.json({ error: 'under maintenance' });
    page.comeOnline();
    await vi.advanceTimersByTimeAsync(0);
    expect([client.state(), client.flag('checkout')?.value]).toEqual(['STALE', true]);
  });

  it('401: reports that its key is rejected, keeps its values and retries after five minutes', async () => {
    const page = openPage();
    page.answer = serving(true);
    await open();
    page.answer = refusing(401);
    page.comeOnline();
    await vi.advanceTimersByTimeAsync(5 * MINUTE - 1);
    expect([client.state(), client.flag('checkout')?.value]).toEqual(['REFUSED', true]);
    expect(page.requests).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(page.requests).toHaveLength(3);
  });

  it('starts with the values of the last visit of the same user', async () => {
    const visited = openPage();
    visited.answer = serving(true);
    await open();
    client.close();
    expect([...visited.storage.values()].join()).not.toContain('ana');

    const page = openPage(visited.storage);
    await open();
    expect(await client.ready()).toBe(true);
    // The stored values are shown first; then the service is asked.
    await vi.advanceTimersByTimeAsync(1_000);
    expect([client.state(), client.flag('checkout')?.value]).toEqual(['STALE', true]);
    const changes: (readonly string[])[] = [];
    client.onChange((toggles) => changes.push(toggles));
    page.answer = serving(false, 2);
    page.comeOnline();
    await vi.advanceTimersByTimeAsync(0);
    expect(client.flag('checkout')?.value).toBe(false);
    expect(changes).toEqual([['checkout']]);
    client.close();

    openPage(visited.storage);
    await open({ context: { targetingKey: 'bob' } });
    expect(await client.ready()).toBe(false);
    expect(client.flag('checkout')).toBeUndefined();
  });

  it('works without storage when there is none, when it is full, and when storing is turned off', async () => {
    const page = openPage();
    page.answer = serving(true);
    await open({ store: false });
    expect(page.storage.size).toBe(0);
    client.close();
    vi.stubGlobal('localStorage', {
      getItem: () => '{"user":1,"flags":"none"}',
      setItem() {
        throw new DOMException('', 'QuotaExceededError');
      },
    });
    await open();
    expect(client.flag('checkout')?.value).toBe(true);
    client.close();
    vi.stubGlobal('localStorage', undefined);
    await open();
    expect(client.flag('checkout')?.value).toBe(true);
  });
});

describe('SDK-09: a page that listens to changes', () => {
  it('asks after an event, at the same URL as before, and switches to another stream', async () => {
    const page = openPage();
    page.answer = serving(true);
    await open();
    expect(page.streams.map(({ url }) => url)).toEqual([
      'https://toggles.example.com/ofrep/v1/events?ticket=1&revision=1',
    ]);
    page.answer = serving(false, 2);
    page.streams[0]?.tell({ type: 'somethingElse' });
    page.streams[0]?.tell({ type: 'refetchEvaluation', etag: 'revision-2' });
    await vi.advanceTimersByTimeAsync(0);
    // Browsers cache the CORS preflight for each URL, so the URL must not change.
    expect(page.requests.map(({ url }) => url)).toEqual(Array(2).fill(FLAGS));
    expect(client.flag('checkout')?.value).toBe(false);

    page.streams.at(-1)?.end();
    // 2 seconds, as the service said, and up to one of its own.
    await vi.advanceTimersByTimeAsync(3_000);
    expect(page.requests).toHaveLength(3);
    expect(page.streams.filter(({ isOpen }) => isOpen)).toHaveLength(1);
  });

  it('SDK-09: asks after increasing pauses, not in a tight loop, while every stream is refused', async () => {
    const page = openPage();
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    page.answer = serving(true);
    page.answerStream = refusing(502);
    await open();
    await vi.advanceTimersByTimeAsync(4 * MINUTE);
    expect(pauses(page.askedAt)).toEqual([1, 2, 4, 8, 16, 32, 60, 60].map((s) => s * 1_000));
    expect(warn.mock.calls).toEqual([['Comporta: no stream: values are asked for each minute']]);
    // After a stream worked again, the next end leads to a request soon.
    page.answerStream = SPEAKING;
    await vi.advanceTimersByTimeAsync(MINUTE);
    page.streams.at(-1)?.end();
    const endedAt = Date.now();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(page.askedAt.at(-1)).toBe(endedAt + 3_000);
    expect(client.state()).toBe('READY');
  });

  it('FAIR-11: 429 for the stream: asks for its values after Retry-After, each time, and then opens the next', async () => {
    const page = openPage();
    vi.spyOn(console, 'warn').mockReturnValue();
    page.answer = serving(true);
    page.answerStream = refusing(429, '60');
    await open();
    expect([page.requests.length, page.streams.length]).toEqual([1, 1]);
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(page.requests).toHaveLength(1);
    page.answer = serving(false, 2);
    await vi.advanceTimersByTimeAsync(1_000);
    expect([page.requests.length, page.streams.length]).toEqual([2, 2]);
    expect(client.flag('checkout')?.value).toBe(false);
    page.answerStream = SPEAKING;
    await vi.advanceTimersByTimeAsync(MINUTE + 2_000);
    expect([page.requests.length, page.streams.length]).toEqual([3, 3]);
    await vi.advanceTimersByTimeAsync(40_000);
    expect(page.streams.map(({ isOpen }) => isOpen).at(-1)).toBe(true);
    expect(page.requests).toHaveLength(3);
  });

  it('CLT-04: two missed heartbeats end a stream that is silent; it is STALE, and asks at once', async () => {
    const page = openPage();
    page.answer = serving(true);
    await open();
    const [stream] = page.streams;
    await vi.advanceTimersByTimeAsync(2 * MINUTE);
    if (stream !== undefined) stream.isFrozen = true;
    await vi.advanceTimersByTimeAsync(49_000);
    expect([stream?.isOpen, client.state(), page.requests.length]).toEqual([true, 'READY', 1]);
    const states: string[] = [];
    client.onStateChange((state) => states.push(state));
    page.answer = serving(false, 2);
    await vi.advanceTimersByTimeAsync(1_001);
    expect(stream?.isOpen).toBe(false);
    expect(states).toEqual(['STALE', 'READY']);
    expect(client.flag('checkout')?.value).toBe(false);
    expect(page.streams).toHaveLength(2);
  });

  it('CLT-04: a proxy that holds every stream back: asks at least every 70 seconds', async () => {
    const page = openPage();
    vi.spyOn(console, 'warn').mockReturnValue();
    page.answer = serving(true);
    page.answerStream = SILENT;
    await open();
    await vi.advanceTimersByTimeAsync(10 * MINUTE);
    expect(Math.max(...pauses(page.askedAt))).toBe(70_000);
    expect(page.streams.filter(({ isOpen }) => isOpen).length).toBeLessThanOrEqual(1);
    expect(client.state()).toBe('READY');
  });

  it('CLT-04: an event in pieces is read, and a page of a proxy is no stream', async () => {
    const page = openPage();
    page.answer = serving(true);
    await open();
    page.answer = serving(false, 2);
    for (const piece of [
      'data: {"type":"refetch',
      'Evaluation","etag":"revi',
      'sion-2"}\r\n\r\n',
    ]) {
      page.streams[0]?.say(piece);
      await vi.advanceTimersByTimeAsync(0);
    }
    expect(client.flag('checkout')?.value).toBe(false);
    page.answerStream = () =>
      new Response('<p>Sign in</p>', { headers: { 'content-type': 'text/html' } });
    page.streams[0]?.end();
    vi.spyOn(console, 'warn').mockReturnValue();
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(page.requests.length).toBeLessThan(10);
  });

  it('sends the announced revision to a node that does not know it yet', async () => {
    const page = openPage();
    page.answer = serving(true);
    await open();
    const heard = serving(false, 2);
    page.answer = (request) =>
      request.url.endsWith('?flagConfigEtag=revision-2') ? heard(request) : serving(true)(request);
    page.streams[0]?.tell({ type: 'refetchEvaluation', etag: 'revision-2' });
    await vi.advanceTimersByTimeAsync(0);
    expect(page.requests).toHaveLength(3);
    expect(client.flag('checkout')?.value).toBe(false);
  });

  it('asks again while every node answers an older revision than was announced', async () => {
    const page = openPage();
    page.answer = serving(true);
    await open();
    page.streams[0]?.tell({ type: 'refetchEvaluation', etag: 'revision-2' });
    await vi.advanceTimersByTimeAsync(3_000);
    expect(page.askedAt).toEqual([0, 0, 0, 1_000, 1_000, 3_000, 3_000]);
    page.answer = serving(false, 2);
    await vi.advanceTimersByTimeAsync(4_000);
    expect(client.flag('checkout')?.value).toBe(false);
    await vi.advanceTimersByTimeAsync(60 * MINUTE);
    expect(page.requests).toHaveLength(8);
    expect(client.state()).toBe('READY');
  });

  it('closes the stream of a tab that was opened in the background and never shown', async () => {
    const page = openPage();
    page.answer = serving(true);
    page.hide();
    await open();
    await vi.advanceTimersByTimeAsync(2 * MINUTE);
    expect(page.streams.map(({ isOpen }) => isOpen)).toEqual([false]);
    page.show();
    await vi.advanceTimersByTimeAsync(0);
    expect(page.streams.map(({ isOpen }) => isOpen)).toEqual([false, true]);
  });

  it('closes its stream after it was hidden for two minutes, and asks when it is visible again', async () => {
    const page = openPage();
    page.answer = serving(true);
    await open();
    page.hide();
    await vi.advanceTimersByTimeAsync(MINUTE);
    page.show();
    await vi.advanceTimersByTimeAsync(3 * MINUTE);
    expect([page.requests.length, page.streams.length]).toEqual([1, 1]);

    page.hide();
    await vi.advanceTimersByTimeAsync(2 * MINUTE);
    expect(page.streams[0]?.isOpen).toBe(false);
    await vi.advanceTimersByTimeAsync(60 * MINUTE);
    expect(page.requests).toHaveLength(1);
    page.answer = serving(false, 2);
    page.show();
    await vi.advanceTimersByTimeAsync(0);
    expect(client.flag('checkout')?.value).toBe(false);
    expect(page.streams.filter(({ isOpen }) => isOpen)).toHaveLength(1);
  });

  it('opens no stream when it is not live, nor after close()', async () => {
    const page = openPage();
    page.answer = serving(true);
    await open({ live: false });
    expect(page.streams).toEqual([]);
    client.close();
    await open();
    await vi.advanceTimersByTimeAsync(1_000);
    client.close();
    expect(page.streams.map(({ isOpen }) => isOpen)).toEqual([false]);
    page.comeOnline();
    page.hide();
    page.show();
    await vi.advanceTimersByTimeAsync(10 * MINUTE);
    expect(page.requests).toHaveLength(2);
    expect(client.state()).toBe('CLOSED');
  });
});

it('SDK-09: a response for a previous user is dropped', async () => {
  const page = openPage();
  const late = Promise.withResolvers<Response>();
  page.answer = () => late.promise;
  await open();
  page.answer = serving(false);
  await client.setContext({ targetingKey: 'bob' });
  late.resolve(serving(true)(new Request('https://toggles.example.com')));
  await vi.advanceTimersByTimeAsync(0);
  expect(client.flag('checkout')?.value).toBe(false);
  page.answer = OFFLINE;
  expect(await client.setContext({ targetingKey: 'eve' })).toBe(false);
  expect(client.flag('checkout')).toBeUndefined();
});

it('CLT-08: while the user changes the former values stand, STALE; exposures are of the former user', async () => {
  const page = openPage();
  const metadata = { ruleId: 'rule', phaseId: 'phase' };
  const half = { key: 'half', value: true, variant: 'on', reason: 'SPLIT', metadata };
  page.answer = () => Response.json({ flags: [half], metadata: { revision: 1 } });
  await open();
  const sent: unknown[] = [];
  const late = Promise.withResolvers<Response>();
  page.answer = async (request) => {
    if (!request.url.endsWith('/api/events')) return late.promise;
    sent.push(...JSON.parse(await request.text()).events);
    return Response.json({ accepted: 1, duplicates: 0, rejected: [] });
  };
  const changing = client.setContext({ targetingKey: 'bob' });
  expect([client.state(), client.boolean('half', false)]).toEqual(['STALE', true]);
  client.track('bought');
  const changes: (readonly string[])[] = [];
  client.onChange((toggles) => changes.push(toggles));
  late.resolve(Response.json({ flags: [{ ...half, value: false }], metadata: { revision: 1 } }));
  expect(await changing).toBe(true);
  expect([client.state(), client.boolean('half', true)]).toEqual(['READY', false]);
  expect(changes).toEqual([['half']]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(sent).toMatchObject([
    { type: 'exposure', uid: 'ana' },
    { type: 'track', uid: 'bob' },
    { type: 'exposure', uid: 'bob' },
  ]);
});

it('SDK-09: a listener is told what another user gets, even if that is nothing, and only if it differs', async () => {
  const page = openPage();
  page.answer = serving(true);
  await open();
  const changes: (readonly string[])[] = [];
  client.onChange((toggles) => changes.push(toggles));

  await client.setContext({ targetingKey: 'bob' });
  expect(changes).toEqual([]); // Bob gets the same value.
  page.answer = OFFLINE;
  await client.setContext({ targetingKey: 'eve' });
  expect(client.flag('checkout')).toBeUndefined();
  expect(changes).toEqual([['checkout']]);
  await client.setContext({ targetingKey: 'bob' });
  expect(client.flag('checkout')?.value).toBe(true);
  expect(changes).toEqual([['checkout'], ['checkout']]);
});
