import { expect, it } from 'vitest';
import { createLog } from '../../platform/base/log.ts';
import { createEventCounts } from './event-counts.ts';
import { createRecordedExposures, type Recorded } from './recorded-exposures.ts';
import { openShortTurns } from './short-turns.ts';

it('RES-25, FAIR-05: of the room for 20,000 recorded exposures a company alone takes 15,000; another one still finds some', () => {
  const recorded = createRecordedExposures({
    // Nothing is stored here.
    facts: undefined as never,
    keep: undefined as never,
    counts: createEventCounts(),
    turns: openShortTurns(),
    log: createLog('silent'),
    onDropped: (environmentId) => dropped.push(environmentId),
  });
  const dropped: string[] = [];
  const record = (companyId: string, uid: string) =>
    recorded.record({
      environmentId: companyId,
      lane: { companyId, environmentId: companyId, isClient: false },
      keyHash: '',
      toggle: '',
      segments: [],
      revision: 1,
      exposure: { phaseId: 'phase', valueIndex: 0 } as Recorded['exposure'],
      uid,
      at: new Date(),
      properties: undefined,
    });

  let taken = 0;
  while (record('acme', `user-${taken}`)) taken += 1;
  expect(taken).toBe(15_000);
  expect(dropped).toEqual(['acme']);
  expect(record('bank', 'ana')).toBe(true);
});
