import type { AuditEntry } from '@comporta/contract/audit-logs/audit-log';
import { describe, expect, it } from 'vitest';
import { forgottenBefore, forgottenPauses } from './attention.ts';

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

  it('are told once, and only of what still is paused since then', () => {
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
