import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fits, openRoom, type RoomState } from './room.ts';

/** See conformance/fair-shares/README.md. */
const FILE = new URL('../../../../../conformance/fair-shares/room.json', import.meta.url);

interface Case {
  readonly state: RoomState;
  readonly n: number;
  readonly fits: boolean;
}

const cases: readonly Case[] = JSON.parse(readFileSync(FILE, 'utf8'));

/** How much a caller gets that takes one after the other until it is refused. */
function takenBy(room: ReturnType<typeof openRoom>, company: string, isClient: boolean): number {
  const who = { company, lane: `${company} ${isClient ? 'CLIENT' : 'SERVER'}`, isClient };
  let taken = 0;
  while (room.take(who, 1)) taken += 1;
  return taken;
}

describe('a room', () => {
  it('FAIR-05: fits what the published cases say', () => {
    expect(cases.length).toBeGreaterThan(50);
    const wrong = cases.filter(({ state, n, fits: expected }) => fits(state, n) !== expected);
    expect(wrong).toEqual([]);
  });

  it('FAIR-05: a company alone fills three quarters, a client key alone half', () => {
    expect(takenBy(openRoom(1000), 'a', false)).toBe(750);
    expect(takenBy(openRoom(1000), 'a', true)).toBe(500);
  });

  it('FAIR-05: a newcomer finds room beside a company and its client keys that take all they can', () => {
    const room = openRoom(1000);
    takenBy(room, 'busy', true);
    takenBy(room, 'busy', false);
    expect(takenBy(room, 'quiet', false)).toBeGreaterThan(150);
    expect(takenBy(room, 'another', true)).toBeGreaterThan(20);
  });

  it('FAIR-05: what is given back can be taken again, and who holds nothing is forgotten', () => {
    const room = openRoom(1000);
    for (let company = 0; company < 2_000; company += 1) {
      const who = { company: `${company}`, lane: `${company}`, isClient: true };
      expect(room.take(who, 400)).toBe(true);
      expect(room.take(who, 400)).toBe(false);
      expect(room.all).toBe(400);
      room.giveBack(who, 400);
    }
    expect(room.all).toBe(0);
    expect(room.holders).toBe(0);
  });

  it('FAIR-05: a refused amount takes nothing', () => {
    const room = openRoom(10);
    expect(room.take({ company: 'a', lane: 'a', isClient: false }, 11)).toBe(false);
    expect([room.all, room.holders]).toEqual([0, 0]);
  });
});
