import { dayAfter } from '@comporta/contract/lifecycle/problems-of-day';
import { TOGGLE } from '@comporta/contract/toggles/toggle';
import { newId } from '../platform/base/ids.ts';
import { createToggle } from '../testing/builders.ts';
import { LONG, type NounSample, onFullPlan, textSamples } from '../testing/samples.ts';

export const SAMPLE: NounSample = {
  path: '/api/apps/:appId/toggles',
  good: () => ({ name: 'new', values: ['enabled', 'disabled'], defaultValue: 'disabled' }),
  samples: [
    { code: 'EMPTY_NAME', at: ['name'], body: { name: ' ' } },
    { code: 'INVALID_NAME', at: ['name'], body: { name: 'a b' } },
    { code: 'NAME_TOO_LONG', at: ['name'], body: { name: LONG } },
    { code: 'NAME_LOCKED', at: ['name'], only: 'PUT', body: { name: 'other' } },
    { code: 'AT_LEAST_TWO_VALUES', at: ['values'], body: { values: ['disabled'] } },
    { code: 'EMPTY_VALUE', at: ['values', 2], body: { values: ['a', 'disabled', ' '] } },
    {
      code: 'VALUE_TOO_LONG',
      at: ['values', 0],
      body: { values: ['x'.repeat(10_001), 'disabled'] },
    },
    {
      code: 'LIMIT_EXCEEDED',
      at: ['values'],
      body: {
        values: ['disabled', ...['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((x) => x.repeat(9_999))],
      },
    },
    {
      code: 'LIMIT_EXCEEDED',
      at: ['values'],
      body: { values: ['disabled', ...Array.from({ length: 100 }, (_, index) => `v${index}`)] },
    },
    { code: 'DEFAULT_VALUE_REQUIRED', at: ['defaultValue'], body: { defaultValue: '' } },
    { code: 'INVALID_VALUE_TYPE', at: ['valueType'], body: { valueType: 'NUMBER' } },
    ...textSamples(TOGGLE.bounds),
    { code: 'INVALID_TAG', at: ['tags', 1], body: { tags: ['a', 'b c'] } },
    { code: 'INVALID_LIFETIME', at: ['lifetime'], body: { lifetime: 'ETERNAL' } },
    { code: 'INVALID_DATE_FORMAT', at: ['removeBy'], body: { removeBy: '1/2/2027' } },
    { code: 'INVALID_DATE', at: ['snoozedUntil'], body: { snoozedUntil: '2027-02-30' } },
    { code: 'LIMIT_EXCEEDED', at: ['removeBy'], body: { removeBy: '9999-01-01' } },
    { code: 'LIMIT_EXCEEDED', at: ['snoozedUntil'], body: { snoozedUntil: dayAfter(182) } },
    { code: 'UNKNOWN_OWNER', at: ['ownerId'], body: { ownerId: newId() } },
    {
      code: 'VALUE_IN_USE',
      at: ['values'],
      only: 'PUT',
      body: { values: ['disabled', 'other'], valueType: 'STRING' },
    },
    {
      code: 'DUPLICATE_NAME',
      at: ['name'],
      only: 'POST',
      body: async (stage) => {
        await createToggle(stage.server, stage.ids.appId ?? '', { name: 'taken' });
        return { name: 'Taken' };
      },
    },
    {
      code: 'MAX_FEATURE_TOGGLES_LIMIT_REACHED',
      at: [],
      only: 'POST',
      body: onFullPlan({ name: 'new' }),
    },
  ],
  saves: {
    updateToggle: (ids) => ({
      first: {
        values: ['enabled', 'disabled'],
        defaultValue: 'disabled',
        lifetime: 'PERMANENT',
      },
      body: {
        values: ['enabled', 'disabled', 'later'],
        defaultValue: 'later',
        valueType: 'STRING',
        availableToClients: false,
        tags: ['payments', 'q3'],
        lifetime: 'TEMPORARY',
        removeBy: '2027-01-31',
        snoozedUntil: '2026-11-30',
        ownerId: ids.adminId,
      },
      fixed: { name: { other: 'renamed', outcome: 'NAME_LOCKED' } },
      recordedAs: { ownerId: 'owner' },
      notInDocument: ['ownerId', 'snoozedUntil'],
      document: { list: 'toggles', key: 'name' },
    }),
  },
};
