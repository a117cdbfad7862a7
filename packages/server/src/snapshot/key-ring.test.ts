import { compile } from '@comporta/engine/compile';
import { SNAPSHOT_FORMAT, type Snapshot } from '@comporta/engine/snapshot';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { hashSecret } from '../platform/base/secrets.ts';
import { KeyRing } from './key-ring.ts';
import { CachedSnapshot } from './snapshots.ts';

const HOUR_MS = 3_600_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function inHours(hours: number): string {
  return new Date(Date.now() + hours * HOUR_MS).toISOString();
}

function keyed(id: string, endsAt: { server: string; client: string }) {
  const source: Snapshot = {
    format: SNAPSHOT_FORMAT,
    environment: { id, name: 'Production' },
    application: { id: 'shop', name: 'Shop' },
    revision: 1,
    properties: [],
    targetGroups: [],
    toggles: [],
    experiments: [],
  };
  const head = {
    id,
    accountId: 'acme',
    name: 'Production',
    applicationId: 'shop',
    applicationName: 'Shop',
    revision: 1,
    keyHash: hashSecret(`${id} server`),
    former: [{ keyHash: hashSecret(`${id} old server`), endsAt: endsAt.server }],
    countsBulk: false,
    clients: {
      keyHash: hashSecret(`${id} client`),
      origins: [],
      former: { keyHash: hashSecret(`${id} old client`), endsAt: endsAt.client },
    },
  };
  const compiled = compile(source);
  return new CachedSnapshot({
    head,
    source,
    sent: source,
    tag: '',
    compiled,
    lists: '',
    loadedAtMs: 0,
  });
}

it('FAIR-51: each former key ends at its time by the clock of the node, and its environment is told once', () => {
  const ring = new KeyRing();
  const a = keyed('a', { server: inHours(1), client: inHours(24) });
  const b = keyed('b', { server: inHours(2), client: inHours(168) });
  const told: string[] = [];
  for (const environment of [a, b]) {
    expect(ring.accept(environment)).toBe(true);
    environment.watch(() => told.push(environment.id));
  }
  const open = () =>
    ['a old server', 'b old server', 'a old client', 'b old client'].filter((key) => ring.get(key));
  expect(open()).toHaveLength(4);
  const held = ring.get('a server');

  vi.advanceTimersByTime(HOUR_MS - 1);
  expect([open().length, told]).toEqual([4, []]);
  vi.advanceTimersByTime(1);
  expect(open()).toEqual(['b old server', 'a old client', 'b old client']);
  expect(told).toEqual(['a']);
  vi.advanceTimersByTime(HOUR_MS);
  expect(open()).toEqual(['a old client', 'b old client']);
  expect(told).toEqual(['a', 'b']);
  vi.advanceTimersByTime(200 * HOUR_MS);
  expect(open()).toEqual([]);
  expect(told).toEqual(['a', 'b', 'a', 'b']);
  expect(vi.getTimerCount()).toBe(0);
  expect(ring.get('a server')).toBe(held);
});

it('FAIR-51: an end that cannot be read is over, and a former key of a dropped environment opens nothing', () => {
  const ring = new KeyRing();
  const odd = keyed('a', { server: 'some day', client: inHours(1) });
  ring.accept(odd);
  expect(ring.get('a old server')).toBeUndefined();
  expect(ring.get('a old client')?.kind).toBe('CLIENT_KEY');
  ring.drop(odd);
  expect(ring.get('a old client')).toBeUndefined();
  expect(ring.get('a server')).toBeUndefined();
  vi.advanceTimersByTime(HOUR_MS);
  expect(ring.get('a old client')).toBeUndefined();
});
