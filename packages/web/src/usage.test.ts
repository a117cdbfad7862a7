import { reportEvents } from '@comporta/contract/events/event-api';
import { OpenFeature } from '@openfeature/web-sdk';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createWebClient, type WebClient, type WebClientOptions } from './client.ts';
import { ComportaWebProvider } from './openfeature.ts';
import { openPage } from './test-support/page.ts';

const BOOTSTRAP = {
  context: { targetingKey: 'ana' },
  flags: [
    { key: 'plain', value: true, variant: 'enabled', reason: 'STATIC' },
    { key: 'text', value: 'red', variant: 'red', reason: 'STATIC' },
  ],
  metadata: { revision: 1 },
  entityTag: '"1"',
};

let page: ReturnType<typeof openPage>;
let opened: WebClient[];
/** The uses of each call. */
let sent: object[][];
let asked: unknown[];

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-28T10:00:00Z') });
  page = openPage();
  opened = [];
  sent = [];
  asked = [];
  page.answer = async (request) => {
    const body = JSON.parse(await request.text());
    if (!request.url.endsWith('/api/events')) {
      asked.push(body);
      return new Response(null, { status: 304 });
    }
    const { events } = reportEvents.body.parse(body);
    sent.push(events.flatMap((event) => (event.type === 'count' ? event.counts : [])));
    return Response.json({ accepted: events.length, duplicates: 0, rejected: [] });
  };
});
afterEach(async () => {
  for (const client of opened) client.close();
  await OpenFeature.clearProviders();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function open(options: Partial<WebClientOptions> = {}): WebClient {
  const address = { url: 'https://toggles.example.com', key: 'cpt_web_1' };
  const client = createWebClient({ ...address, bootstrap: BOOTSTRAP, ...options });
  opened.push(client);
  return client;
}

const wait = () => vi.advanceTimersByTimeAsync(10_000);
const PLAIN = { toggle: 'plain', value: 'enabled', n: 1 };
const TEXT = { toggle: 'text', value: 'red', n: 1 };

it('LIF-13: a value counts once per browser and UTC day, in one small request; peek is no use', async () => {
  const client = open();
  for (let n = 0; n < 100; n += 1) client.flag('plain');
  client.boolean('text', false); // Of another type: it was asked for all the same.
  client.peek('nothing');
  client.flag('nothing');
  await wait();
  expect(sent).toEqual([[PLAIN, TEXT]]);

  // The next page of the same day.
  open().flag('plain');
  await wait();
  expect(sent).toHaveLength(1);

  // A page that stays open for days goes on counting.
  vi.setSystemTime(new Date('2026-11-29T00:00:01Z'));
  client.flag('plain');
  await wait();
  expect(sent).toEqual([[PLAIN, TEXT], [PLAIN]]);
});

it('LIF-13: without storage a value counts once per page', async () => {
  const client = open({ store: false });
  for (let n = 0; n < 3; n += 1) client.flag('plain');
  await wait();
  open({ store: false }).flag('plain');
  await wait();
  expect(sent).toEqual([[PLAIN], [PLAIN]]);
  expect(Object.keys(localStorage).filter((key) => key.includes('uses'))).toEqual([]);
});

it('LIF-13: requests say that the page counts; with usage false nothing is reported, nor said', async () => {
  await open().ready();
  await wait();
  const quiet = open({ usage: false });
  quiet.flag('plain');
  await quiet.ready();
  await wait();
  expect(asked.map((body) => Object(body).counts)).toEqual([true, undefined]);
  expect(sent).toEqual([]);
});

it("LIF-01: OpenFeature's provider of pages counts before it compares types", async () => {
  OpenFeature.setProvider(new ComportaWebProvider(open()));
  expect(OpenFeature.getClient().getNumberValue('text', 7)).toBe(7);
  await wait();
  expect(sent).toEqual([[TEXT]]);
});
