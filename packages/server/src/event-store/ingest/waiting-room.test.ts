import { expect, it } from 'vitest';
import { openWaitingRoom } from './waiting-room.ts';

const laneOf = (companyId: string, isClient: boolean) => ({
  companyId,
  environmentId: `environment of ${companyId}`,
  isClient,
});
const FULL = expect.objectContaining({
  code: 'RATE_LIMITED',
  meta: { limit: 'EVENTS', retry_after: expect.toBeOneOf([1, 2, 3, 4, 5]) },
});

it.each([
  ['a client key alone fills half of the events', true, 10_000],
  ['a company alone fills three quarters', false, 15_000],
])('RES-24, FAIR-05, FAIR-16: %s, and another company finds room', (_what, isClient, most) => {
  const { enter } = openWaitingRoom();
  for (let events = 0; events < most; events += 1_000) enter(laneOf('b', isClient), 1_000, 0);
  expect(() => enter(laneOf('b', isClient), 1_000, 0)).toThrow(FULL);
  const leave = enter(laneOf('a', false), 1_000, 0);
  leave();
});

it('RES-24: bytes are bounded, too; what has left makes room', () => {
  const { enter } = openWaitingRoom();
  const mebibyte = 2 ** 20;
  const leaves = Array.from({ length: 12 }, () => enter(laneOf('b', false), 1, mebibyte));
  expect(() => enter(laneOf('b', false), 1, mebibyte)).toThrow(FULL);
  for (const leave of leaves) leave();
  enter(laneOf('b', false), 15_000, mebibyte);
});
