import type { Thrown } from './throw-request.ts';

const KIB = 1024;
const MIB = 1024 * KIB;
const JSON_TYPE = { 'content-type': 'application/json' };
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const CONSOLE = { authorization: `Basic ${Buffer.from('console:console').toString('base64')}` };
const NOTHING = '00000000-0000-7000-8000-000000000000';

/** A request of a client without any permission, and the status that it must get. */
export interface Bomb {
  /** The id of the finding in which this request stopped a node. */
  readonly id: string;
  readonly what: string;
  readonly thrown: Thrown;
  readonly status: number;
}

/** In the first version, each of them cost seconds of processor time or let an anonymous client in. */
export const ANONYMOUS_BOMBS: readonly Bomb[] = [
  ...['{"k1":0,"k2":0,', '[[],', '"x",'].map((unit) => ({
    id: 'SEC-01',
    what: `an import of 33 MB of ${unit}… without a credential`,
    thrown: {
      method: 'POST',
      path: `/api/apps/${NOTHING}/import`,
      headers: JSON_TYPE,
      body: { unit, bytes: 33 * MIB },
    },
    status: 401,
  })),
  {
    id: 'SEC-01',
    what: 'the same with a key that is none',
    thrown: {
      method: 'POST',
      path: `/api/apps/${NOTHING}/import`,
      headers: { ...JSON_TYPE, authorization: `Bearer cpt_acc_${'x'.repeat(49)}` },
      body: { unit: '[[],', bytes: 33 * MIB },
    },
    status: 401,
  },
  {
    id: 'SEC-02',
    what: 'a login of 524,000 parameters',
    thrown: {
      method: 'POST',
      path: '/oauth/token',
      headers: FORM,
      body: { unit: 'a&', bytes: MIB },
    },
    status: 401,
  },
  {
    id: 'SEC-02',
    what: 'the same with the public credential of the console',
    thrown: {
      method: 'POST',
      path: '/oauth/token',
      headers: { ...FORM, ...CONSOLE },
      body: { unit: 'a&', bytes: MIB },
    },
    status: 413,
  },
  {
    id: 'SEC-02',
    what: 'a login of 4,096 parameters, as large as a form may be',
    thrown: {
      method: 'POST',
      path: '/oauth/token',
      headers: { ...FORM, ...CONSOLE },
      body: { unit: 'a&', bytes: 8 * KIB },
    },
    status: 400,
  },
  {
    id: 'SEC-01',
    what: 'a sign-up of 16 KiB of nested lists',
    thrown: {
      method: 'POST',
      path: '/api/accounts',
      headers: JSON_TYPE,
      body: { unit: '[', bytes: 16 * KIB },
    },
    status: 400,
  },
  {
    id: 'SEC-01',
    what: 'a sign-up of a megabyte',
    thrown: {
      method: 'POST',
      path: '/api/accounts',
      headers: JSON_TYPE,
      body: { unit: ' ', bytes: MIB },
    },
    status: 413,
  },
  {
    id: 'SEC-12',
    what: 'a path out of the folder of assets',
    thrown: { method: 'GET', path: '/assets/..%2f..%2f..%2fetc/passwd' },
    status: 404,
  },
  {
    id: 'SEC-11',
    what: 'the metrics, as if from this machine',
    thrown: { method: 'GET', path: '/metrics', headers: { 'x-forwarded-for': '127.0.0.1' } },
    status: 404,
  },
  {
    id: 'SEC-24',
    what: 'a toggle fetch of 16 KB of headers',
    thrown: { method: 'GET', path: '/api/toggles', headers: { 'x-filler': 'x'.repeat(17 * KIB) } },
    status: 400,
  },
];
