import type { AuditEntry } from '@comporta/contract/audit-logs/audit-log';
import { describe, expect, it } from 'vitest';
import { foldEntries } from './fold-entries.ts';

/** An entry at a minute; a log has the newest first. */
function entry(minute: number, action: AuditEntry['action'], by = 'ana', of = 'checkout') {
  return {
    id: `${minute}`,
    timestamp: `2026-03-01T12:${String(minute).padStart(2, '0')}:00.000Z`,
    action,
    headline: '',
    details: '',
    items: [],
    actor: { kind: 'user', id: by, name: by },
    entity: { type: 'experiment', id: of, name: of },
    changes: [],
  } satisfies AuditEntry;
}

function idsOf(entries: readonly AuditEntry[]): string[][] {
  return foldEntries(entries).map(({ entry, earlier }) => [entry, ...earlier].map(({ id }) => id));
}

describe('CDW-52: pauses and restarts', () => {
  it('of one experiment by one user within ten minutes are folded into one entry', () => {
    expect(idsOf([entry(12, 'RESTARTED'), entry(5, 'PAUSED'), entry(2, 'RESTARTED')])).toEqual([
      ['12', '5', '2'],
    ]);
  });

  it.each([
    ['more than ten minutes apart', entry(1, 'PAUSED')],
    ['by somebody else', entry(5, 'PAUSED', 'rui')],
    ['of another experiment', entry(5, 'PAUSED', 'ana', 'search')],
    ['of which one is an edit', entry(5, 'EDITED')],
    ['of the same kind, as a filter shows them', entry(5, 'RESTARTED')],
  ])('%s are not folded', (_, earlier) => {
    expect(idsOf([entry(12, 'RESTARTED'), earlier])).toHaveLength(2);
  });
});
