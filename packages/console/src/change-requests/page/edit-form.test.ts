import type { ChangeRequest } from '@comporta/contract/change-requests/change-request';
import { expect, it } from 'vitest';
import { momentChoice } from '../../parts/apply/moment-choice.ts';
import { bodyOfForm, formOf, isOtherContent, latenessChoices } from './edit-form.ts';

const NOW = new Date('2026-03-01T12:10:00Z');

function requestWith(change: Partial<ChangeRequest>): ChangeRequest {
  const request = {
    title: 'Tidy',
    reason: '',
    source: null,
    start: 'MANUAL',
    startAt: null,
    lateBy: 3600,
    guard: null,
    steps: [],
    ...change,
  };
  return request as unknown as ChangeRequest; // The form reads nothing else of it.
}

it('SAF-15: a time that nobody has touched stays as it is, and another one replaces it', () => {
  const startAt = '2026-03-02T10:00:30.500Z';
  const request = requestWith({ start: 'AT', startAt });
  const form = formOf(request, NOW);
  expect(bodyOfForm(request, { ...form, title: 'Other' })).toMatchObject({
    title: 'Other',
    startAt,
  });
  const at = momentChoice('2026-03-03T10:00:00Z');
  expect(bodyOfForm(request, { ...form, at })).toMatchObject({
    startAt: '2026-03-03T10:00:00.000Z',
  });
  expect(bodyOfForm(request, { ...form, start: 'MANUAL' })).toMatchObject({ startAt: null });
});

it('SAF-12: a request without a time is proposed the next hour, and an empty one is not sent', () => {
  const request = requestWith({});
  const form = { ...formOf(request, NOW), start: 'AT' } as const;
  expect(bodyOfForm(request, form)).toMatchObject({ startAt: '2026-03-01T14:00:00.000Z' });
  const empty = { local: '', which: undefined };
  expect(bodyOfForm(request, { ...form, at: empty })).toBeUndefined();
});

it('SAF-13: the lateness of the request is among those that are offered', () => {
  expect(latenessChoices(3600)).toEqual([600, 3600, 14_400, 86_400, 604_800]);
  expect(latenessChoices(90)).toContain(90);
});

it('SAF-24: a title and a reason are no content of which approvals are; times are', () => {
  const request = requestWith({ start: 'AT', startAt: '2026-03-02T10:00:30.500Z' });
  const form = formOf(request, NOW);
  expect(isOtherContent(request, { ...form, title: 'Other', reason: 'Because.' })).toBe(false);
  const empty = { local: '', which: undefined };
  for (const change of [{ start: 'MANUAL' }, { at: empty }, { lateBy: 600 }] as const) {
    expect(isOtherContent(request, { ...form, ...change }), JSON.stringify(change)).toBe(true);
  }
});
