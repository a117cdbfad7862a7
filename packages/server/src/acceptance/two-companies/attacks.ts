import { randomBytes, randomUUID } from 'node:crypto';
import { documentOf } from '../siege/imported-document.ts';
import type { MeasuredShop } from './measured-shop.ts';

/** What a company, or a stranger with its public key, sends again and again. */
export interface Attack {
  /** How many connections send at once. */
  readonly connections: number;
  /** At most so many calls a second in all; as many as are answered where it is left out. */
  readonly callsPerSecond?: number;
  /** The answers of these calls are left open, as those of event streams. */
  readonly staysOpen?: boolean;
  /** The call of this number, from 0. */
  call(turn: number): Call | Promise<Call>;
}

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly key: string;
  readonly body?: string;
  /** The address that the call seems to come from; the service trusts what this machine forwards. */
  readonly from?: string;
}

/** What an attacker knows: all that its own company has. */
export interface Hostile extends Omit<MeasuredShop, 'admin'> {
  /** How many toggles it imports. */
  readonly toggleCount: number;
}

export type AttackName = keyof typeof ATTACKS;

const NOW = () => new Date().toISOString();
const EVENTS_A_CALL = 1_000;
const MANY_NETWORKS = 200;

/** An address of a network of its own for each of so many networks. */
const networkOf = (turn: number, networks: number) => `198.18.${turn % networks}.1`;

/** HOS-01, HOS-02: what broke a batch that all companies share, or could break one. */
const POISON: readonly ((turn: number) => { readonly sentAt?: string; readonly event: object })[] =
  [
    () => ({
      sentAt: '+275760-09-13T00:00:00.000Z',
      event: track('purchase', '-271821-04-20T00:00:00.000Z'),
    }),
    () => ({ event: exposure(randomBytes(6_000).toString('base64')) }),
    ...[
      '+275760-09-13T00:00:00.000Z',
      '-000001-01-01T00:00:00Z',
      '9999-12-31T23:59:59Z',
      '0000-01-01T00:00:00Z',
      '1969-12-31T23:59:59Z',
      '2026-02-30T00:00:00Z',
      '2026-11-23T24:00:00Z',
      '2026-11-23T12:00:60Z',
      '2026-11-23T12:00:00',
      '2026-11-23',
      'Nov 23 2026',
      'NaN',
      '',
      '\u0000',
      'x'.repeat(10_000),
    ].flatMap((time) => [
      () => ({ event: track('purchase', time) }),
      () => ({ sentAt: time, event: track('purchase', NOW()) }),
    ]),
    ...[
      '\ud800',
      '\u0000',
      '"\\',
      '\u{10ffff}'.repeat(2_000),
      randomBytes(3_000).toString('hex'),
    ].flatMap((text) => [
      () => ({ event: exposure(text) }),
      () => ({ event: track(text, NOW()) }),
      () => ({ event: { ...track('purchase', NOW()), uid: text } }),
      () => ({ event: { ...exposure('enabled'), segments: { country: text, [text]: 'x' } } }),
      () => ({ event: { ...exposure('enabled'), phaseId: text, valueIndex: -1 } }),
    ]),
    ...[1e308, -1e308, 1e13, Number.MIN_VALUE].map((value) => () => ({
      event: { ...track('purchase', NOW()), value },
    })),
  ];

export const ATTACKS = {
  /** Malformed times and texts, 20 a second. */
  poison: (shop: Hostile): Attack => ({
    connections: 1,
    callsPerSecond: 20,
    call(turn) {
      const { sentAt, event } = POISON[turn % POISON.length]?.(turn) ?? { event: {} };
      return report(shop.clientKey, [event], sentAt === undefined ? {} : { sentAt });
    },
  }),
  /** HOS-09: full calls from one address. */
  flood: (shop: Hostile): Attack => flood(shop, 1),
  /** The same from many networks, so that no limit of an address holds it. */
  'flood from many networks': (shop: Hostile): Attack => flood(shop, MANY_NETWORKS),
  /** HOS-03, HOS-10, HOS-15 j: names that nobody knows: of events, values and countries. */
  names: (shop: Hostile): Attack => ({
    connections: 4,
    callsPerSecond: 8,
    call: (turn) => report(shop.clientKey, namesOf(turn)),
  }),
  /** HOS-13: streams that are opened and kept, 50 a second. */
  streams: (shop: Hostile): Attack => ({
    connections: 2_100,
    callsPerSecond: 50,
    staysOpen: true,
    call: async () => ({
      method: 'GET',
      path: await streamOf(shop),
      key: '',
      from: networkOf(0, 1),
    }),
  }),
  /** HOS-12: all toggles at once, as a server. */
  bulk: (shop: Hostile): Attack => bulk(shop.environmentKey, 1),
  'bulk with the client key': (shop: Hostile): Attack => bulk(shop.clientKey, 1),
  'bulk with the client key from many networks': (shop: Hostile): Attack =>
    bulk(shop.clientKey, MANY_NETWORKS),
  /** HOS-04: 30 people or programs that save. */
  writers: (shop: Hostile): Attack => ({
    connections: 30,
    call: () => ({
      ...api(shop, 'POST', 'properties'),
      body: JSON.stringify({ key: `p-${randomUUID()}`, type: 'STRING' }),
    }),
  }),
  exports: (shop: Hostile): Attack => ({
    connections: 24,
    call: () => api(shop, 'GET', 'export'),
  }),
  /** Imports of all toggles, each with another description. */
  imports: (shop: Hostile): Attack => ({
    connections: 1,
    call: (turn) => ({
      ...api(shop, 'POST', 'import'),
      body: documentOf(shop.toggleCount, turn),
    }),
  }),
} as const;

function flood(shop: Hostile, networks: number): Attack {
  return {
    connections: 24,
    call: (turn) => ({
      ...report(
        shop.clientKey,
        Array.from({ length: EVENTS_A_CALL }, () => track('purchase', NOW())),
      ),
      from: networkOf(turn, networks),
    }),
  };
}

function bulk(key: string, networks: number): Attack {
  return {
    connections: 48,
    call: (turn) => ({
      method: 'POST',
      path: '/ofrep/v1/evaluate/flags',
      key,
      body: JSON.stringify({ context: { targetingKey: `u-${turn}`, country: 'BR' } }),
      from: networkOf(turn, networks),
    }),
  };
}

function namesOf(turn: number): readonly object[] {
  const text = () => randomBytes(15).toString('base64url');
  return [
    ...Array.from({ length: 250 }, () => track(`junk-${text()}`, NOW())),
    ...Array.from({ length: 500 }, () => exposure(text())),
    ...Array.from({ length: 250 }, () => ({
      ...exposure('enabled'),
      segments: { country: `${text()}-${turn}` },
    })),
  ];
}

const tracked = () => `u-${randomUUID()}`;

function track(key: string, at: string): object {
  return { type: 'track', id: randomUUID(), key, uid: tracked(), at };
}

function exposure(value: string): object {
  return {
    type: 'exposure',
    toggle: 'new-checkout',
    value,
    uid: tracked(),
    at: NOW(),
    reason: 'SPLIT',
  };
}

function report(key: string, events: readonly object[], more: object = {}): Call {
  const body = JSON.stringify({ events, ...more });
  return { method: 'POST', path: '/api/events', key, body, from: networkOf(0, 1) };
}

function api(shop: Hostile, method: Call['method'], path: string): Call {
  return { method, path: `/api/apps/${shop.appId}/${path}`, key: shop.token };
}

/** The path of an event stream, as a bulk answer names it. */
async function streamOf(shop: Hostile): Promise<string> {
  const answer = await fetch(`${shop.url}/ofrep/v1/evaluate/flags`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${shop.clientKey}`,
      'content-type': 'application/json',
      'x-forwarded-for': networkOf(0, MANY_NETWORKS),
    },
    body: JSON.stringify({ context: { targetingKey: 'u' } }),
  });
  const { eventStreams = [] } = (await answer.json()) as {
    readonly eventStreams?: readonly { readonly endpoint: { readonly requestUri: string } }[];
  };
  return eventStreams[0]?.endpoint.requestUri ?? '/ofrep/v1/events';
}
