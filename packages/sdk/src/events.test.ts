import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { reportEvents } from '@comporta/contract/events/event-api';
import type { Snapshot, SnapshotExperiment } from '@comporta/engine/snapshot';
import { OpenFeature } from '@openfeature/server-sdk';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { ComportaProvider } from './openfeature.ts';
import { type Client, type ClientOptions, createClient } from './sdk.ts';
import { networkWith } from './test-support/network.ts';
import { recordingLogger } from './test-support/recording-logger.ts';
import { snapshotOf, toggleOf } from './test-support/snapshots.ts';
import { createTestClient } from './testing.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'comporta-sdk-events-'));
const opened: Client[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const client of opened.splice(0)) await client.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

/** An experiment for the toggle of this name: a 50/50 split that an analysis measures. */
function measured(name: string): SnapshotExperiment {
  return {
    id: `experiment of ${name}`,
    toggleId: `id-of-${name}`,
    status: 'ACTIVE',
    salt: 'salt',
    buckets: 10_000,
    rules: [
      {
        id: `rule of ${name}`,
        phase: `phase of ${name}`,
        type: 'ALL_USERS',
        valueSpec: { type: 'SPLIT', split: { enabled: 100 } },
      },
    ],
  };
}

const SNAPSHOT: Snapshot = snapshotOf({
  properties: [{ id: 'o', key: 'organisation', type: 'STRING' }],
  toggles: ['half', 'other', 'plain', 'dependent', 'company'].map((name) => toggleOf(name)),
  experiments: [
    measured('half'),
    measured('other'),
    {
      ...measured('company'),
      rules: measured('company').rules.map((rule) => ({
        ...rule,
        valueSpec: { type: 'SPLIT_BY', by: 'o', split: { enabled: 100 } },
      })),
    },
    {
      ...measured('dependent'),
      rules: [
        {
          type: 'TOGGLE_DEPENDENCY',
          toggleDependencyRule: { toggleId: 'id-of-half', value: 'enabled' },
          valueSpec: { type: 'EXACT_VALUE', exactValue: 'enabled' },
        },
      ],
    },
  ],
});

/** Opens a client of a service that stores every event, or responds with `refuse()`. */
function open(
  options: Partial<ClientOptions> = {},
  refuse: () => Response | undefined = () => undefined,
) {
  const calls: {
    encoding: string | null;
    events: readonly object[];
    sentAt?: string | undefined;
  }[] = [];
  const network = networkWith(async (request) => {
    if (!request.url.endsWith('/api/events')) return Response.json(SNAPSHOT);
    const refusal = refuse();
    if (refusal !== undefined) return refusal;
    // Reads the body as the service's contract does.
    const encoding = request.headers.get('content-encoding');
    const bytes = Buffer.from(await request.arrayBuffer());
    const json = encoding === null ? bytes : gunzipSync(bytes);
    const call = reportEvents.body.parse(JSON.parse(json.toString()));
    calls.push({ ...call, encoding });
    return Response.json({ accepted: call.events.length, duplicates: 0, rejected: [] });
  });
  const client = createClient({
    url: 'http://comporta.test',
    key: 'key',
    live: false,
    bootstrap: SNAPSHOT,
    usage: 'off',
    fetch: network.fetch,
    logger: recordingLogger(),
    ...options,
  });
  opened.push(client);
  return { client, sent: () => calls.flatMap(({ events }) => events), calls };
}

const ANA = { uid: 'ana', properties: { country: 'BR', email: 'ana@example.com' } };

describe('RES-28: a user who gets a value of a measured split', () => {
  it('is reported once, with phase, rule, value and time', async () => {
    const { client, sent, calls } = open();
    for (let round = 0; round < 3; round++) expect(client.boolean('half', ANA, false)).toBe(true);
    client.boolean('half', { uid: 'bob' }, false);
    await client.flush();
    const exposure = {
      type: 'exposure',
      toggle: 'half',
      phaseId: 'phase of half',
      ruleId: 'rule of half',
      valueIndex: 0,
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    };
    expect(sent()).toEqual([
      { ...exposure, uid: 'ana' },
      { ...exposure, uid: 'bob' },
    ]);
    expect(calls[0]?.sentAt).toMatch(/Z$/);
    expect(client.status().events).toMatchObject({ queued: 0, sent: 2, dropped: 0 });
  });

  it('is reported later when there was no room in the queue', async () => {
    let isAway = true;
    const { client, sent } = open({}, () =>
      isAway ? new Response('', { status: 503 }) : undefined,
    );
    for (let number = 0; number < 10_000; number++) client.track('bought', { uid: `${number}` });
    client.boolean('half', ANA, false);
    client.boolean('half', ANA, false);
    expect(client.status().events).toMatchObject({ queued: 10_000, dropped: 2 });
    await client.flush();
    isAway = false;
    await client.flush();
    client.boolean('half', ANA, false);
    client.boolean('half', ANA, false);
    await client.flush();
    expect(sent().slice(10_000)).toEqual([expect.objectContaining({ toggle: 'half', uid: 'ana' })]);
  });

  it.each([
    ['value', (client: Client) => client.value('half', ANA, 'x')],
    ['details', (client: Client) => client.details('half', ANA, false)],
  ])('is reported by %s', async (_name, ask) => {
    const { client, sent } = open();
    ask(client);
    await client.flush();
    expect(sent()).toHaveLength(1);
  });

  it('is not reported for calls that show no value: fallbacks, dependencies, all values, explanations', async () => {
    const { client, sent } = open();
    expect(client.string('half', ANA, 'fallback')).toBe('fallback');
    client.details('half', ANA, 7);
    expect(client.boolean('dependent', ANA, false)).toBe(true);
    client.boolean('plain', ANA, false);
    client.boolean('half', {}, false);
    client.allValues(ANA);
    client.bulkFor(ANA);
    client.explain('half', ANA);
    await client.flush();
    expect(sent()).toEqual([]);
    expect(client.boolean('half', ANA, false)).toBe(true);
    await client.flush();
    expect(sent()).toHaveLength(1);
  });

  it('is not reported when exposures are off; track() still works', async () => {
    const { client, sent } = open({ exposures: 'off' });
    client.boolean('half', ANA, false);
    client.track('bought', ANA);
    await client.flush();
    expect(sent()).toMatchObject([{ type: 'track' }]);
  });

  it('RES-34: is reported with the properties listed in segments, and no others', async () => {
    const { client, sent } = open({ segments: ['country', 'plan'] });
    client.boolean('half', ANA, false);
    await client.flush();
    expect(sent()).toMatchObject([{ segments: { country: 'BR' } }]);
    expect(JSON.stringify(sent())).not.toContain('example.com');
  });

  it('RES-34: a property that JSON cannot represent is left out, and does not block the others', async () => {
    const { client, sent } = open({ segments: ['country', 'tenant', 'parent', 'since'] });
    const circle: Record<string, unknown> = {};
    circle.parent = circle;
    const since = new Date('2026-11-23');
    const properties = { country: 'BR', tenant: 7n, parent: circle, since };
    // Untyped callers may pass these.
    client.boolean('half', { uid: 'ana', properties } as unknown as typeof ANA, false);
    client.boolean('half', { uid: 'bob' }, false);
    await client.flush();
    expect(sent()).toMatchObject([
      { uid: 'ana', segments: { country: 'BR', since: since.toISOString() } },
      { uid: 'bob' },
    ]);
    expect(Object.keys(Object(sent()[0]).segments)).toEqual(['country', 'since']);
  });

  it('is counted as one user even when other evaluations run in between', async () => {
    const { client, sent } = open();
    const nested = {
      get uid() {
        client.boolean('other', { uid: 'eve' }, false);
        return 'ana';
      },
    };
    client.boolean('half', nested, false);
    client.boolean('half', { uid: 'ana' }, false);
    await client.flush();
    expect(sent()).toHaveLength(2);
    expect(sent()).toContainEqual(expect.objectContaining({ toggle: 'half', uid: 'ana' }));
    expect(sent()).toContainEqual(expect.objectContaining({ toggle: 'other', uid: 'eve' }));
  });
});

describe('RUL-35 RUL-36: a measured split by a property', () => {
  it('the value of the property is reported with exposures and events, where the context has it', async () => {
    const { client, sent } = open();
    const properties = { organisation: 42 };
    for (const uid of ['ana', 'bob', 'ana']) client.boolean('company', { uid, properties }, false);
    client.boolean('company', { uid: 'ana' }, false);
    client.track('bought', { uid: 'ana', properties });
    client.track('bought', { properties });
    client.track('bought', { uid: 'ana', properties: { organisation: 'x'.repeat(257) } });
    await client.flush();
    const [exposure, ofBoth, ofCompany, ofUser] = sent();
    expect(exposure).toMatchObject({
      type: 'exposure',
      toggle: 'company',
      uid: '42',
      by: 'organisation',
    });
    expect(ofBoth).toMatchObject({ type: 'track', uid: 'ana', units: { organisation: '42' } });
    expect(ofCompany).toMatchObject({ units: { organisation: '42' } });
    expect(ofCompany).not.toHaveProperty('uid');
    expect(ofUser).not.toHaveProperty('units');
    expect(sent()).toHaveLength(4);
  });
});

describe('RES-28: tracked events', () => {
  it('are reported with value and time', async () => {
    const { client, sent } = open();
    client.track('bought', ANA, { value: 9.5, at: new Date('2026-11-22T10:00:00Z') });
    client.track('left', { uid: 'bob' });
    await client.flush();
    expect(sent()).toEqual([
      {
        type: 'track',
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        key: 'bought',
        uid: 'ana',
        value: 9.5,
        at: '2026-11-22T10:00:00.000Z',
      },
      { type: 'track', id: expect.any(String), key: 'left', uid: 'bob', at: expect.any(String) },
    ]);
  });

  it('RES-97: never cause an error; invalid ones are counted as dropped', async () => {
    const { client, sent } = open();
    const untyped = client.track as (...given: unknown[]) => void; // Untyped callers.
    for (const given of [[], [7, ANA], ['bought'], ['bought', null], ['bought', { uid: {} }]]) {
      untyped(...given);
    }
    untyped('bought', ANA, { value: 'much' });
    untyped('bought', ANA, null);
    await client.flush();
    expect(sent()).toHaveLength(1);
    expect(client.status().events).toMatchObject({ sent: 1, dropped: 6 });
  });

  it('are sent on close(); a service that does not respond delays that by less than two seconds', async () => {
    const { client, sent } = open();
    client.track('bought', ANA);
    await client.close();
    expect(sent()).toHaveLength(1);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const deaf = open({ fetch: () => new Promise(() => {}) }).client;
    deaf.track('bought', ANA);
    const closed = deaf.close();
    await vi.advanceTimersByTimeAsync(1_999);
    await closed;
    expect(deaf.status().events).toMatchObject({ queued: 1, sent: 0 });
  });

  it('RES-20: are compressed when the body is large', async () => {
    const { client, sent, calls } = open();
    client.track('bought', ANA);
    await client.flush();
    for (let number = 0; number < 500; number++) client.track('seen', ANA, { value: number });
    await client.flush();
    expect(sent()).toHaveLength(501);
    expect(calls.map(({ encoding }) => encoding)).toEqual([null, 'gzip']);
  });

  it('are sent uncompressed, and at once, when a proxy rejects compressed bodies', async () => {
    const encodings: (string | null)[] = [];
    const { client } = open({
      fetch: async (_url, init) => {
        const encoding = new Headers(init?.headers).get('content-encoding');
        encodings.push(encoding);
        if (encoding !== null) return new Response('', { status: 415 });
        const { events } = reportEvents.body.parse(JSON.parse(String(init?.body)));
        return Response.json({ accepted: events.length, duplicates: 0, rejected: [] });
      },
    });
    for (let round = 0; round < 2; round++) {
      for (let number = 0; number < 20; number++) client.track('bought', { uid: `user-${number}` });
      await client.flush();
    }
    expect(encodings).toEqual(['gzip', null, null]);
    expect(client.status().events).toMatchObject({ queued: 0, sent: 40, dropped: 0 });
  });

  it('are sent uncompressed when a proxy decompresses bodies without notice', async () => {
    const encodings: (string | null)[] = [];
    const { client } = open({
      fetch: async (_url, init) => {
        const encoding = new Headers(init?.headers).get('content-encoding');
        encodings.push(encoding);
        return encoding === null
          ? Response.json({ accepted: 20, duplicates: 0, rejected: [] })
          : Response.json({ error_code: 'INVALID_JSON' }, { status: 400 });
      },
    });
    for (let round = 0; round < 2; round++) {
      for (let number = 0; number < 20; number++) client.track('bought', { uid: `user-${number}` });
      await client.flush();
    }
    expect(encodings).toEqual(['gzip', null, null]);
    expect(client.status().events).toMatchObject({ queued: 0, sent: 40, dropped: 0 });
  });

  it.each([
    ['are dropped when the service itself refuses them', 400, 'INVALID_BODY', false],
    ['wait when a proxy refuses them', 400, undefined, true],
    ['wait when a proxy requires a login', 401, undefined, true],
    ['wait when a proxy forbids them', 403, undefined, true],
    ['wait when a proxy forbids them with a code of its own', 403, 1_010, true],
    ['wait when their request was cut off', 400, 'MALFORMED_REQUEST', true],
  ])('%s: %i %s', async (_what, code, error_code, wait) => {
    const logger = recordingLogger();
    const body = error_code === undefined ? '<html>' : JSON.stringify({ error_code });
    const { client } = open({ logger }, () => new Response(body, { status: code }));
    client.track('bought', ANA);
    await client.flush();
    const [queued, dropped] = wait ? [1, 0] : [0, 1];
    expect(client.status().events).toMatchObject({ queued, sent: 0, dropped });
    const said = wait ? 'events wait: ' : 'an event is refused: ';
    expect(logger.lines).toEqual([
      expect.stringContaining(`${said}POST api/events answered ${code}`),
    ]);
  });

  it('401 from the service: no more events are sent', async () => {
    const answer = () => Response.json({ error_code: 'UNAUTHORIZED' }, { status: 401 });
    const { client } = open({}, answer);
    client.track('bought', ANA);
    await client.flush();
    client.track('bought', ANA);
    expect(client.status().events).toMatchObject({ queued: 1, sent: 0, dropped: 1 });
  });

  it.each(['415', '503'])('wait when the response is %s, compressed or not', async (status) => {
    const { client } = open({}, () => new Response('', { status: Number(status) }));
    for (let number = 0; number < 20; number++) client.track('bought', { uid: `user-${number}` });
    await client.flush();
    expect(client.status().events).toMatchObject({ queued: 20, sent: 0, dropped: 0 });
  });

  it('can be inspected with the test client', () => {
    const client = createTestClient();
    client.track('bought', ANA, { value: 3 });
    expect(client.tracked).toEqual([{ event: 'bought', uid: 'ana', value: 3 }]);
  });
});

describe('RES-28: the spool file', () => {
  const unavailable = () => new Response(null, { status: 503 });

  it('keeps events until they are sent, across a restart, readable by its owner only', async () => {
    const spoolFile = path.join(folder, 'inside', 'events');
    const before = open({ spoolFile }, unavailable);
    before.client.track('bought', ANA, { value: 1 });
    before.client.boolean('half', ANA, false);
    await before.client.close();
    const lines = readFileSync(spoolFile, 'utf8').trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).type)).toEqual(['track', 'exposure']);
    expect(statSync(spoolFile).mode & 0o077).toBe(0);

    const after = open({ spoolFile });
    await expect.poll(after.sent).toEqual(lines.map((line) => JSON.parse(line)));
    await after.client.close();
    expect(readFileSync(spoolFile, 'utf8')).toBe('');
  });

  it('ignores a truncated line, and an unwritable file does not stop the client', async () => {
    const spoolFile = path.join(folder, 'cut');
    const before = open({ spoolFile }, unavailable);
    before.client.track('bought', ANA);
    await before.client.close();
    writeFileSync(spoolFile, `${readFileSync(spoolFile, 'utf8')}{"type":"track","id":"01`);
    // A second crash must not lose the events that follow the truncated line either.
    const between = open({ spoolFile }, unavailable);
    between.client.track('left', ANA);
    await between.client.close();
    const after = open({ spoolFile });
    await expect.poll(after.sent).toHaveLength(2);

    const logger = recordingLogger();
    const { client, sent } = open({ spoolFile: folder, logger });
    client.track('bought', ANA);
    await client.close();
    expect(sent()).toHaveLength(1);
    expect(logger.lines).toEqual([expect.stringContaining('was not written')]);
  });
});

describe('RES-29: the provider of OpenFeature', () => {
  afterEach(() => OpenFeature.clearProviders());

  it('RES-97: forwards the tracking of OpenFeature with targetingKey as the uid, and never throws', async () => {
    const { client, sent } = open();
    await OpenFeature.setProviderAndWait('tracking', new ComportaProvider(client));
    const features = OpenFeature.getClient('tracking');
    features.setContext({ targetingKey: 'ana' });
    features.track('bought', { country: 'BR' }, { value: 99, currency: 'EUR' });
    features.track('seen');
    features.track('', {}, { value: Number.NaN });
    features.track('anonymous', { targetingKey: '' });
    await client.flush();
    expect(sent()).toMatchObject([
      { type: 'track', key: 'bought', uid: 'ana', value: 99 },
      { type: 'track', key: 'seen', uid: 'ana' },
    ]);
  });

  it('reports exposures for what it evaluates', async () => {
    const { client, sent } = open();
    await OpenFeature.setProviderAndWait('exposing', new ComportaProvider(client));
    const features = OpenFeature.getClient('exposing');
    expect(await features.getBooleanValue('half', false, { targetingKey: 'ana' })).toBe(true);
    await client.flush();
    expect(sent()).toMatchObject([{ type: 'exposure', toggle: 'half', uid: 'ana' }]);
  });
});
