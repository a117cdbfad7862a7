import type { Freeze } from '@comporta/contract/freezes/freeze';
import { expect, test } from 'vitest';
import { localMoment } from '../../ui/dates/local-moment.ts';
import { checkFreezeForm, freezeBody, freezeForm, freezeState, newFreeze } from './freeze-form.ts';

const STORED = {
  name: 'Black Friday',
  from: '2026-11-27T03:00:12.345Z',
  to: '2026-11-30T03:00:00.000Z',
  environmentIds: ['production', 'removed'],
} as unknown as Freeze; // Only what a form reads.
const KNOWN = ['production', 'staging'];

test('SAF-29: a freeze is sent as it is stored when nothing was edited, without environments that are gone', () => {
  const form = freezeForm(STORED, KNOWN);
  const checked = checkFreezeForm(form, STORED, KNOWN);
  expect(checked.ok && freezeBody(checked.value)).toEqual({
    name: STORED.name,
    from: STORED.from,
    to: STORED.to,
    environmentIds: ['production'],
  });
});

test('SAF-29: times are entered in the zone of the browser; a freeze of all environments names none', () => {
  const form = { ...newFreeze(new Date(STORED.from)), name: 'Holidays' };
  const to = localMoment(new Date('2026-12-24T18:30:00Z'));
  const checked = checkFreezeForm({ ...form, to }, undefined, KNOWN);
  expect(checked.ok && freezeBody(checked.value)).toEqual({
    name: 'Holidays',
    from: '2026-11-27T03:00:00.000Z',
    to: '2026-12-24T18:30:00.000Z',
    environmentIds: null,
  });
});

test('SAF-29: a freeze without an end, or of no environment, is not sent', () => {
  const form = { ...newFreeze(new Date(STORED.from)), name: 'Holidays', isEverywhere: false };
  expect(checkFreezeForm(form, undefined, KNOWN)).toMatchObject({
    ok: false,
    problems: [
      { code: 'INVALID_FREEZE', at: ['to'] },
      { code: 'INVALID_FREEZE', at: ['environmentIds'] },
    ],
  });
});

test('SAF-29: a freeze begins at its first moment and is over at its last', () => {
  expect(freezeState(STORED, new Date('2026-11-27T03:00:12.344Z'))).toBe('COMING');
  expect(freezeState(STORED, new Date(STORED.from))).toBe('NOW');
  expect(freezeState(STORED, new Date(STORED.to))).toBe('OVER');
});
