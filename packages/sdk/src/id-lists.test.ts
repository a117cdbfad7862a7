import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type StoredTestList, storeList } from '@comporta/server/testing/lists/stored-list';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Client, type ClientOptions, createClient } from './sdk.ts';
import { type LiveService, startLiveService } from './test-support/live-service.ts';
import { recordingLogger } from './test-support/recording-logger.ts';

const ANA = { uid: 'ana' };
const BOB = { uid: 'bob' };
let service: LiveService;
let folder: string;
let list: StoredTestList;
const opened: Client[] = [];

beforeAll(async () => {
  service = await startLiveService();
  folder = mkdtempSync(path.join(os.tmpdir(), 'comporta-sdk-lists-'));
  list = await storeList(service.databaseUrl, service.applicationId, ['ana']);
});
afterEach(async () => {
  for (const client of opened.splice(0)) await client.close();
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await service.close();
});

async function connect(options: Partial<ClientOptions> = {}): Promise<Client> {
  const key = options.key ?? (await service.newKey());
  const logger = options.logger ?? recordingLogger();
  const client = createClient({ url: service.url, ...options, logger, key });
  opened.push(client);
  await client.ready();
  return client;
}

/** A toggle that is enabled for the members of the list. */
async function addToggle(name: string, of = list.id): Promise<string> {
  const id = await service.addToggle(name);
  await service.releaseToList(id, of);
  return id;
}

it('LIF-47: a rule that uses a list first is used with the ids, and never passes through the default', async () => {
  const client = await connect();
  const seen: [string | undefined, boolean][] = [];
  client.onChange(({ toggles }) => {
    const { errorCode, value } = client.details('first', ANA, false);
    if (toggles.includes('first')) seen.push([errorCode, value === true]);
  });
  await addToggle('first');
  await expect.poll(() => client.boolean('first', ANA, false)).toBe(true);
  expect(client.boolean('first', BOB, true)).toBe(false);
  expect(seen.filter(([errorCode]) => errorCode === 'PARSE_ERROR')).toEqual([]);
  expect(client.status().lists).toMatchObject([{ id: list.id, count: 1, error: undefined }]);
});

it('LIF-46: LIF-48: new ids move no revision, and onChange names the toggles, also those that depend on them', async () => {
  const toggleId = await addToggle('moving');
  const dependent = await service.addToggle('dependent');
  await service.releaseWith(dependent, toggleId, 'enabled');
  const client = await connect();
  await expect.poll(() => client.boolean('dependent', ANA, false)).toBe(true);
  const { revision } = client.status();
  const told: string[] = [];
  client.onChange(({ toggles }) => told.push(...toggles));
  await list.replace(['ana', 'bob']);
  await expect.poll(() => client.boolean('moving', BOB, false)).toBe(true);
  expect(client.boolean('dependent', BOB, false)).toBe(true);
  expect(told).toEqual(expect.arrayContaining(['moving', 'dependent']));
  expect(client.status().revision).toBe(revision);
  await list.replace(['ana']);
  await expect.poll(() => client.boolean('moving', BOB, true)).toBe(false);
});

it('LIF-46: few new ids come in the stream, and are fetched only where they do not add up', async () => {
  await addToggle('sent');
  let fetched = 0;
  let isDamaged = false;
  const damaging = () =>
    new TransformStream<string, string>({
      transform: (text, to) =>
        to.enqueue(isDamaged ? text.replaceAll('"count":', '"count":1') : text),
    });
  const client = await connect({
    async fetch(url, init) {
      if (String(url).includes('/lists/')) fetched += 1;
      const answer = await fetch(url, init);
      if (!String(url).includes('/stream') || answer.body === null) return answer;
      const text = answer.body.pipeThrough(new TextDecoderStream()).pipeThrough(damaging());
      return new Response(text.pipeThrough(new TextEncoderStream()), answer);
    },
  });
  await expect.poll(() => client.boolean('sent', ANA, false)).toBe(true);
  await expect.poll(() => client.status().connected).toBe(true);
  expect(fetched).toBe(1);
  await list.replace(['ana', 'bob']);
  await expect.poll(() => client.boolean('sent', BOB, false)).toBe(true);
  expect(fetched).toBe(1);
  isDamaged = true;
  await list.replace(['ana']);
  await expect.poll(() => client.boolean('sent', BOB, true)).toBe(false);
  expect(fetched).toBe(2);
});

it('LIF-47: with live: false, refresh resolves after the lists', async () => {
  await addToggle('asked');
  const client = await connect({ live: false });
  expect(client.boolean('asked', ANA, false)).toBe(true);
  await list.replace(['ana', 'carl']);
  await expect
    .poll(async () => {
      await client.refresh();
      return client.boolean('asked', { uid: 'carl' }, false);
    })
    .toBe(true);
  await list.replace(['ana']);
});

it('LIF-47: a list that does not come is waited for once; until it comes its toggles alone return their default', async () => {
  await addToggle('late');
  const other = await service.addToggle('other');
  await service.release(other, 'enabled');
  let isAway = true;
  const logger = recordingLogger();
  const client = await connect({
    logger,
    fetch: (url, init) =>
      isAway && String(url).includes('/lists/')
        ? Promise.reject(new Error('no way'))
        : fetch(url, init),
  });
  expect(client.details('late', ANA, true)).toMatchObject({
    value: false,
    reason: 'ERROR',
    errorCode: 'PARSE_ERROR',
  });
  expect(client.boolean('other', ANA, false)).toBe(true);
  expect(client.status().lists).toMatchObject([{ version: undefined, error: 'no way' }]);
  expect(logger.lines.join('\n')).toContain(
    `the toggle late returns its default: the list ${list.id} is not loaded`,
  );
  isAway = false;
  await expect.poll(() => client.boolean('late', ANA, false)).toBe(true);
});

it('LIF-47: lists are kept beside the snapshot, and serve a start without the service', async () => {
  await addToggle('kept');
  const key = await service.newKey();
  const file = path.join(folder, 'kept.json');
  const client = await connect({ key, file });
  await expect.poll(() => client.boolean('kept', ANA, false)).toBe(true);
  await client.close();
  expect(readdirSync(folder)).toContain(`kept.json.list-${list.id}`);
  const nowhere = createClient({
    url: 'http://127.0.0.1:9',
    key,
    file,
    logger: recordingLogger(),
  });
  opened.push(nowhere);
  expect(nowhere.boolean('kept', ANA, false)).toBe(true);
  expect(nowhere.boolean('kept', BOB, true)).toBe(false);
});
