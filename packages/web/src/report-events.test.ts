import { gunzipSync } from 'node:zlib';
import { reportEvents } from '@comporta/contract/events/event-api';
import { OpenFeature } from '@openfeature/web-sdk';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createWebClient, type WebClient, type WebClientOptions } from './client.ts';
import { ComportaWebProvider } from './openfeature.ts';
import { openPage } from './test-support/page.ts';

const PLACE = { url: 'https://toggles.example.com', key: 'cpt_web_1', usage: false };
const BOOTSTRAP = {
  context: { targetingKey: 'ana' },
  flags: [
    {
      key: 'half',
      value: true,
      variant: 'enabled',
      reason: 'SPLIT',
      metadata: { ruleId: 'rule', phaseId: 'phase' },
    },
    { key: 'plain', value: true, variant: 'enabled', reason: 'SPLIT' },
  ],
  metadata: { revision: 1 },
  entityTag: '"1"',
};

let page: ReturnType<typeof openPage>;
let client: WebClient;
let sent: object[];
/** For each call with events: whether it has keepalive, and its content encoding. */
let lasting: boolean[];
let encodings: (string | null)[];
let status: number;

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  page = openPage();
  sent = [];
  lasting = [];
  encodings = [];
  status = 200;
  page.answer = async (request) => {
    if (!request.url.endsWith('/api/events')) return new Response(null, { status: 304 });
    const encoding = request.headers.get('content-encoding');
    const bytes = Buffer.from(await request.arrayBuffer());
    lasting.push(request.keepalive);
    encodings.push(encoding);
    if (status !== 200) return new Response(null, { status });
    // Reads the body as the service's contract does.
    const json = encoding === null ? bytes : gunzipSync(bytes);
    const { events } = reportEvents.body.parse(JSON.parse(json.toString()));
    sent.push(...events);
    return Response.json({ accepted: events.length, duplicates: 0, rejected: [] });
  };
});
afterEach(async () => {
  client.close();
  await OpenFeature.clearProviders();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function open(options: Partial<WebClientOptions> = {}): void {
  client = createWebClient({ ...PLACE, bootstrap: BOOTSTRAP, ...options });
}

describe('RES-28: in a page', () => {
  it('a user who is shown a value of a measured split is reported once, when it is shown', async () => {
    open();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(client.peek('half')?.value).toBe(true);
    expect(sent).toEqual([]);
    for (let round = 0; round < 3; round++) client.flag('half');
    client.flag('plain');
    client.flag('nothing');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(sent).toEqual([
      {
        type: 'exposure',
        toggle: 'half',
        phaseId: 'phase',
        ruleId: 'rule',
        value: 'enabled',
        uid: 'ana',
        at: '1970-01-01T00:00:10.000Z',
      },
    ]);
  });

  it('waiting events are sent when the page is hidden or left, by a call that outlives it', async () => {
    open();
    client.track('bought', 9.5);
    page.hide();
    await vi.advanceTimersByTimeAsync(0);
    expect(sent).toMatchObject([{ type: 'track', key: 'bought', uid: 'ana', value: 9.5 }]);
    page.show();
    // `pagehide` is fired before the page becomes hidden.
    client.track('left');
    page.leave();
    await vi.advanceTimersByTimeAsync(0);
    expect(sent).toHaveLength(2);
    expect(lasting).toEqual([true, true]);
  });

  it('RES-20: many events are sent compressed, but not while the page unloads, which may leave no time', async () => {
    open();
    const trackMany = () => {
      for (let number = 0; number < 50; number++) client.track('seen', number);
    };
    trackMany();
    await vi.advanceTimersByTimeAsync(5_000);
    await vi.waitFor(() => expect(sent).toHaveLength(50), 30_000);
    trackMany();
    page.hide();
    await vi.waitFor(() => expect(sent).toHaveLength(100), 30_000);
    page.show();
    trackMany();
    page.leave();
    await vi.waitFor(() => expect(sent).toHaveLength(150), 30_000);
    expect(encodings).toEqual(['gzip', null, null]);
    expect(lasting).toEqual([true, true, true]);
  });

  it('a body that is too large for keepalive is sent without it', async () => {
    const long = { ...BOOTSTRAP.flags[0], key: 'long', variant: 'x'.repeat(60_000) };
    open({ bootstrap: { ...BOOTSTRAP, flags: [long] } });
    client.flag('long');
    page.hide();
    await vi.waitFor(() => expect(sent).toMatchObject([{ toggle: 'long' }]), 30_000);
    expect(lasting).toEqual([false]);
  });

  it('events that could not be sent are sent again', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    open();
    status = 503;
    client.track('bought');
    await vi.advanceTimersByTimeAsync(6_000);
    status = 200;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toHaveLength(1);
    expect(warn).toHaveBeenCalledTimes(1);
  });

  it('nobody is reported with exposures off, without a uid, or on a server', async () => {
    open({ exposures: 'off' });
    client.flag('half');
    client.close();
    open({ bootstrap: { ...BOOTSTRAP, context: {} } });
    client.flag('half');
    client.close();
    vi.stubGlobal('document', undefined);
    open();
    client.flag('half');
    client.track('bought');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toEqual([]);
  });

  it('RES-29: OpenFeature reports the values that it returns, and tracks', async () => {
    open();
    await OpenFeature.setContext(BOOTSTRAP.context);
    OpenFeature.setProvider(new ComportaWebProvider({ ...PLACE, bootstrap: BOOTSTRAP }));
    const features = OpenFeature.getClient();
    expect(features.getStringValue('half', 'fallback')).toBe('fallback');
    await vi.advanceTimersByTimeAsync(6_000);
    expect(sent).toEqual([]);
    expect(features.getBooleanValue('half', false)).toBe(true);
    features.track('bought', { value: 3 });
    await vi.advanceTimersByTimeAsync(6_000);
    expect(sent).toMatchObject([
      { type: 'exposure', toggle: 'half' },
      { type: 'track', key: 'bought', uid: 'ana', value: 3 },
    ]);
  });
});

it('RUL-35 RUL-36: of a split by a property the page reports the value of the property, also with events', async () => {
  const [half] = BOOTSTRAP.flags;
  const metadata = { ruleId: 'rule', phaseId: 'phase', by: 'organisation' };
  const context = { targetingKey: 'ana', organisation: 'acme' };
  open({ bootstrap: { ...BOOTSTRAP, context, flags: [{ ...half, key: 'half', metadata }] } });
  client.flag('half');
  client.track('bought');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(sent).toMatchObject([
    { type: 'exposure', toggle: 'half', uid: 'acme', by: 'organisation', phaseId: 'phase' },
    { type: 'track', uid: 'ana', units: { organisation: 'acme' } },
  ]);
});
