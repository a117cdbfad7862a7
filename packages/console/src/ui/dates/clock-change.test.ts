import { expect, it } from 'vitest';
import { type OffsetOf, readClock } from './clock-change.ts';

/** Lisbon in 2026: an hour ahead from 29 March to 25 October, 01:00 UTC. */
const lisbon: OffsetOf = (at) =>
  at >= new Date('2026-03-29T01:00Z') && at < new Date('2026-10-25T01:00Z') ? 60 : 0;
const newYork: OffsetOf = (at) =>
  at >= new Date('2026-03-08T07:00Z') && at < new Date('2026-11-01T06:00Z') ? -240 : -300;

it('SAF-12: a time of the clock is a moment', () => {
  const at = new Date('2026-07-01T08:00Z');
  expect(readClock('2026-07-01T09:00', lisbon)).toEqual({ kind: 'once', at });
  const winter = new Date('2026-03-29T00:59Z');
  expect(readClock('2026-03-29T00:59', lisbon)).toEqual({ kind: 'once', at: winter });
  const summer = new Date('2026-03-29T01:00Z');
  expect(readClock('2026-03-29T02:00', lisbon)).toEqual({ kind: 'once', at: summer });
});

it('SAF-12: a time that a clock change removes is none, and the one meant is proposed', () => {
  const instead = new Date('2026-03-29T01:30Z');
  expect(readClock('2026-03-29T01:30', lisbon)).toEqual({ kind: 'never', instead });
  const there = new Date('2026-03-08T07:30Z');
  expect(readClock('2026-03-08T02:30', newYork)).toEqual({ kind: 'never', instead: there });
});

it('SAF-12: a time that a clock change doubles is two', () => {
  const [first, second] = [new Date('2026-10-25T00:30Z'), new Date('2026-10-25T01:30Z')];
  expect(readClock('2026-10-25T01:30', lisbon)).toEqual({ kind: 'twice', first, second });
  const there = { first: new Date('2026-11-01T05:30Z'), second: new Date('2026-11-01T06:30Z') };
  expect(readClock('2026-11-01T01:30', newYork)).toEqual({ kind: 'twice', ...there });
});

it('an empty or unfinished time is none', () => {
  expect(readClock('', lisbon)).toBeUndefined();
  expect(readClock('2026-13-01T01:30', lisbon)).toBeUndefined();
});
