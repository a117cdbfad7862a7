import type { AuditEntry } from '@comporta/contract/audit-logs/audit-log';
import { describe, expect, it } from 'vitest';
import { filterFor, filterIn, withFilter } from '../data/audit-filter.ts';
import { differenceOf } from '../parts/history/difference.ts';
import { entityPath } from '../parts/history/entity-path.ts';
import { monthsOf } from '../parts/history/months.ts';

function entry(change: Partial<AuditEntry> = {}): AuditEntry {
  return {
    id: '1',
    timestamp: '2026-03-01T00:00:00.000Z',
    action: 'EDITED',
    headline: 'Ana edited toggle “x”',
    details: 'Application “Checkout”',
    items: [],
    actor: { kind: 'user', id: 'u1', name: 'Ana' },
    entity: { type: 'toggle', id: 't1', name: 'x' },
    appId: 'a1',
    changes: [],
    ...change,
  };
}

describe('the audit log', () => {
  it('groups by the first seven characters of the timestamp; a month grows and is not repeated', () => {
    const entries = [
      entry({ id: '3', timestamp: '2026-03-01T00:00:00.000Z' }),
      entry({ id: '2', timestamp: '2026-02-28T23:59:59.999Z' }),
      entry({ id: '1', timestamp: '2026-02-01T00:00:00.000Z' }),
    ];
    expect(monthsOf(entries).map(({ id, entries: { length } }) => [id, length])).toEqual([
      ['2026-03', 1],
      ['2026-02', 2],
    ]);
  });

  it('shows differences value by value, also inside rules', () => {
    const rule = (enabled: number) => ({ valueSpec: { type: 'SPLIT', split: { enabled } } });
    expect(
      differenceOf([
        { path: 'rules[0]', before: rule(50), after: rule(70) },
        { path: 'description', after: 'new' },
        { path: 'values[2]', before: 'v3' },
      ]),
    ).toEqual([
      { sign: '-', path: 'rules[0].valueSpec.split.enabled', value: '50' },
      { sign: '+', path: 'rules[0].valueSpec.split.enabled', value: '70' },
      { sign: '+', path: 'description', value: 'new' },
      { sign: '-', path: 'values[2]', value: 'v3' },
    ]);
  });

  it('CDW-80: compares documents that changed as a whole', () => {
    const [before, after] = ['blue', 'red'].map((color) => JSON.stringify({ color }));
    expect(differenceOf([{ path: 'values[0]', before, after }])).toEqual([
      { sign: '~', path: 'values[0]', value: after, before },
    ]);
  });

  it('reads its filters from the address and leaves out those that the server would refuse', () => {
    const params = new URLSearchParams('action=EDITED&from=2026-03-01&to=nonsense&actor=&size=1');
    expect(filterIn(params)).toEqual({ action: 'EDITED', from: '2026-03-01' });
    expect(filterIn(new URLSearchParams('action=EXPLODED'))).toEqual({});
    expect(String(withFilter(params, 'action', ''))).toBe(
      'from=2026-03-01&to=nonsense&actor=&size=1',
    );
  });

  it('CDW-66: has the search and the environment in the address, too', () => {
    const params = new URLSearchParams('q=+checkout+&envId=e1&production=true');
    expect(filterIn(params)).toEqual({ q: 'checkout', envId: 'e1', production: 'true' });
    expect(filterIn(new URLSearchParams(`q=${'x'.repeat(200)}&production=no`))).toEqual({
      q: 'x'.repeat(100),
    });
  });

  it('links to one entry by what was changed and when', () => {
    expect(filterIn(filterFor(entry()))).toEqual({
      entity: 't1',
      from: '2026-03-01T00:00:00.000Z',
      to: '2026-03-01T00:00:00.000Z',
    });
  });

  it.each([
    [entry(), '/applications/a1/toggles/t1'],
    [entry({ action: 'DELETED' }), undefined],
    [
      entry({ entity: { type: 'experiment', id: 'x1', name: 'x' }, envId: 'e1' }),
      '/applications/a1/environments/e1/experiments/x1',
    ],
    [
      entry({ entity: { type: 'environmentKey', id: 'e1', name: 'prod' } }),
      '/applications/a1/config',
    ],
  ])('links to the thing, unless it was deleted (%#)', (one, path) => {
    expect(entityPath(one)).toBe(path);
  });
});
