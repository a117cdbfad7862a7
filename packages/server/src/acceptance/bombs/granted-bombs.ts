import type { Thrown } from './throw-request.ts';

const MIB = 1024 * 1024;
const JSON_TYPE = { 'content-type': 'application/json' };

export interface Granted {
  readonly token: string;
  readonly environmentKey: string;
  readonly applicationId: string;
  readonly environmentId: string;
}

export interface GrantedBomb {
  readonly what: string;
  readonly thrown: Thrown;
  /** Each of these is an acceptable response. */
  readonly statuses: readonly number[];
}

/** Patterns that together use up the limit of an application; each one reads all characters of a value. */
export const PATTERNS = Array.from(
  { length: 10 },
  (_, index) => `(?:[a-m]?[^a-m]?){100}[^z]{95}[${String.fromCodePoint(0x4e00 + index)}0]`,
);
/** The longest value that a pattern is matched with. */
export const HOSTILE_VALUE = 'ab'.repeat(128);

/** Expensive requests of an authenticated client. The application has PATTERNS in a target group that a rule uses. */
export function grantedBombs({
  token,
  environmentKey,
  applicationId,
  environmentId,
}: Granted): GrantedBomb[] {
  const user = { ...JSON_TYPE, authorization: `Bearer ${token}` };
  const system = { ...JSON_TYPE, authorization: `Bearer ${environmentKey}` };
  const application = `/api/apps/${applicationId}`;
  const context = JSON.stringify({ uid: HOSTILE_VALUE });
  return [
    ...['{"k1":0,"k2":0,', '[[],', '[', '"x",'].map((unit) => ({
      what: `an import of 32 MB of ${unit}…`,
      thrown: {
        method: 'POST',
        path: `${application}/import`,
        headers: user,
        body: { unit, bytes: 32 * MIB },
      },
      statuses: [400],
    })),
    ...['[[],', '{"k":', '"x",'].map((unit) => ({
      what: `a toggle of 1 MB of ${unit}…`,
      thrown: {
        method: 'POST',
        path: `${application}/toggles`,
        headers: user,
        body: { unit, bytes: MIB },
      },
      statuses: [400],
    })),
    {
      what: 'a toggle fetch of a value that meets all the patterns there may be',
      thrown: {
        method: 'POST',
        path: '/api/toggles',
        headers: system,
        body: { unit: context, bytes: context.length },
      },
      statuses: [200],
    },
    {
      what: 'the same in the playground',
      thrown: {
        method: 'POST',
        path: `${application}/envs/${environmentId}/evaluate`,
        headers: user,
        body: { unit: context, bytes: context.length },
      },
      statuses: [200],
    },
    {
      what: 'a toggle fetch of 1 MB of properties',
      thrown: {
        method: 'POST',
        path: '/api/toggles',
        headers: system,
        body: { unit: '{"p":', bytes: MIB },
      },
      statuses: [400],
    },
  ];
}
