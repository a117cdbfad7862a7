import type { AuditEntry } from '@comporta/contract/audit-logs/audit-log';
import { describe, expect, it } from 'vitest';
import {
  forgottenBefore,
  forgottenPauses,
  overlookedInvitations,
  productionWithoutKey,
} from './attention.ts';

function entry(id: string, experimentId: string): AuditEntry {
  return {
    id,
    timestamp: '2026-01-01T00:00:00.000Z',
    action: 'PAUSED',
    headline: '',
    details: '',
    items: [],
    actor: { kind: 'user', id: 'u1', name: 'Ana' },
    entity: { type: 'experiment', id: experimentId, name: experimentId },
    changes: [],
  };
}

function experiment(id: string, status: 'ACTIVE' | 'PAUSED') {
  return { id, status };
}

describe('forgotten pauses', () => {
  it('are pauses of 30 days and more', () => {
    expect(forgottenBefore(new Date('2026-03-31T12:00:00Z'))).toBe('2026-03-01T12:00:00.000Z');
  });

  it('are reported once, and only for experiments that have been paused since', () => {
    const long = [
      entry('9', 'a'),
      entry('8', 'a'),
      entry('7', 'b'),
      entry('6', 'c'),
      entry('5', 'd'),
    ];
    const since = [entry('20', 'b')];
    const now = [experiment('a', 'PAUSED'), experiment('b', 'PAUSED'), experiment('c', 'ACTIVE')];
    expect(forgottenPauses(long, since, now).map(({ id }) => id)).toEqual(['9']);
  });
});

describe('CON-24: the list of what needs attention', () => {
  const environment = (name: string, hasKey: boolean) => ({
    id: name,
    name,
    hasKey,
    production: null,
    countBulkAsExposure: false,
  });
  const application = {
    id: 'a',
    name: 'Checkout',
    environments: [environment('Staging', false), environment('Production', false)],
  };

  it('has production environments without a key, and no other environments', () => {
    const other = { ...application, environments: [environment('Production', true)] };
    const found = productionWithoutKey([application, other]);
    expect(found.map((place) => place.environment.name)).toEqual(['Production']);
  });

  it('has invitations that nobody has answered for a week', () => {
    const now = new Date('2026-03-10T12:00:00Z');
    const users = [
      { name: 'long ago', invited: true, invitedAt: '2026-03-03T11:59:59Z' },
      { name: 'lately', invited: true, invitedAt: '2026-03-03T12:00:01Z' },
      { name: 'came', invited: false, invitedAt: '2026-01-01T00:00:00Z' },
      { name: 'not noted', invited: true, invitedAt: null },
    ];
    expect(overlookedInvitations(users, now).map(({ name }) => name)).toEqual(['long ago']);
  });
});
