import { describe, expect, it } from 'vitest';
import { dayAfter } from '../lifecycle/problems-of-day.ts';
import { checkToggle, NEW_TOGGLE, type ToggleDraft } from './toggle.ts';

function draft(change: Partial<ToggleDraft> = {}): ToggleDraft {
  return { ...NEW_TOGGLE, name: 'new-checkout', ...change };
}

function manyValues(count: number): Partial<ToggleDraft> {
  const values = Array.from({ length: count }, (_, index) => `v${index}`);
  return { values, defaultValue: 'v0' };
}

/** Different values with this many characters each. */
function longValues(count: number, chars: number): string[] {
  return Array.from({ length: count }, (_, index) => String(index).repeat(chars));
}

function codesOf(...parameters: Parameters<typeof checkToggle>): string[] {
  const result = checkToggle(...parameters);
  return result.ok ? [] : result.problems.map((problem) => problem.code);
}

describe('checkToggle', () => {
  it('accepts a new toggle as soon as it has a name', () => {
    expect(codesOf(NEW_TOGGLE)).toEqual(['EMPTY_NAME']);
    expect(checkToggle(draft())).toEqual({
      ok: true,
      value: {
        ...NEW_TOGGLE,
        name: 'new-checkout',
        values: ['enabled', 'disabled'],
        defaultValue: 'disabled',
        valueType: 'BOOLEAN',
        availableToClients: true,
        tags: [],
        lifetime: 'TEMPORARY',
        removeBy: null,
      },
    });
  });

  it.each<[string, Partial<ToggleDraft>]>([
    ['EMPTY_NAME', { name: '  ' }],
    ['INVALID_NAME', { name: 'novo botão' }],
    ['INVALID_NAME', { name: 'a/b' }],
    ['INVALID_NAME', { name: '.' }],
    ['INVALID_NAME', { name: '..' }],
    ['NAME_TOO_LONG', { name: 'a'.repeat(101) }],
    ['AT_LEAST_TWO_VALUES', { values: ['disabled'] }],
    ['AT_LEAST_TWO_VALUES', { values: ['disabled', ' disabled '] }],
    ['EMPTY_VALUE', { values: ['disabled', 'enabled', ' '] }],
    ['LIMIT_EXCEEDED', manyValues(101)],
    ['DEFAULT_VALUE_REQUIRED', { defaultValue: '' }],
    ['DEFAULT_VALUE_REQUIRED', { defaultValue: 'Enabled' }],
    ['INVALID_VALUE_TYPE', { valueType: 'DECIMAL' }],
    ['INVALID_VALUE_TYPE', { valueType: 'NUMBER' }],
    ['INVALID_VALUE_TYPE', { valueType: 'JSON' }],
    ['INVALID_VALUE_TYPE', { values: ['disabled', '[1]'], valueType: 'JSON' }],
    ['INVALID_VALUE_TYPE', { values: ['disabled', 'on'], valueType: 'BOOLEAN' }],
    ['DESCRIPTION_TOO_LONG', { description: 'a'.repeat(101) }],
  ])('%s: refuses %j', (code, change) => {
    expect(codesOf(draft(change))).toEqual([code]);
  });

  it.each<[string, Partial<ToggleDraft>]>([
    [
      'names of 100 characters, ASCII letters, digits, dot, hyphen, underscore',
      { name: 'A.b-_9'.padEnd(100, '.') },
    ],
    ['100 values', manyValues(100)],
    ['SDK-06: values of 10,000 code points', { values: ['disabled', '🙂'.repeat(10_000)] }],
    [
      'SDK-06: values of 64,000 code points together',
      { values: ['disabled', ...longValues(6, 10_000), 'x'.repeat(3_992)] },
    ],
    ['a description of 100 code points', { description: '🙂'.repeat(100) }],
    ['numbers', { values: ['1', '-2.5e3'], defaultValue: '1', valueType: 'NUMBER' }],
    ['JSON', { values: ['{"a":[1]}', '2'], defaultValue: '2', valueType: 'JSON' }],
  ])('accepts %s', (_, change) => {
    expect(codesOf(draft(change))).toEqual([]);
  });

  it('LIF-20: a permanent toggle is not to be removed by a day, and another lifetime is none', () => {
    const permanent = checkToggle(draft({ lifetime: 'PERMANENT', removeBy: '2026-12-24' }));
    expect(permanent).toMatchObject({ value: { lifetime: 'PERMANENT', removeBy: null } });
    expect(codesOf(draft({ lifetime: 'ETERNAL' }))).toEqual(['INVALID_LIFETIME']);
  });

  it.each([
    ['INVALID_DATE_FORMAT', { removeBy: '24/12/2026' }],
    ['INVALID_DATE', { removeBy: '2026-02-30' }],
    ['INVALID_DATE_FORMAT', { snoozedUntil: 'soon' }],
    ['LIMIT_EXCEEDED', { snoozedUntil: dayAfter(181) }],
    [undefined, { snoozedUntil: dayAfter(180) }],
    [undefined, { removeBy: '2001-01-01', snoozedUntil: null }],
  ])('LIF-20: %s for %j', (code, change) => {
    expect(codesOf(draft(change))).toEqual(code === undefined ? [] : [code]);
  });

  it('LIF-20: a day that is stored may stay, however far it is', () => {
    const stored = { valueType: 'BOOLEAN', snoozedUntil: '2999-01-01' } as const;
    expect(codesOf(draft({ snoozedUntil: '2999-01-01' }), stored)).toEqual([]);
  });

  it('trims values and removes duplicates, in order', () => {
    const result = checkToggle(draft({ values: ['disabled', ' beta ', 'beta', 'alpha'] }));
    expect(result).toMatchObject({ ok: true, value: { values: ['disabled', 'beta', 'alpha'] } });
  });

  it.each([
    [undefined, undefined, true],
    [undefined, false, false],
    [true, false, true],
    [false, true, false],
  ])('availableToClients %s, with %s stored, becomes %s', (availableToClients, stored, kept) => {
    const before = stored === undefined ? undefined : { availableToClients: stored };
    const result = checkToggle(
      draft({ availableToClients }),
      before && { valueType: 'BOOLEAN', ...before },
    );
    expect(result).toMatchObject({ ok: true, value: { availableToClients: kept } });
  });

  it('SDK-06: VALUE_TOO_LONG and LIMIT_EXCEEDED: one value, and all values together, have a maximal length', () => {
    expect(codesOf(draft({ values: ['disabled', 'a'.repeat(10_001)] }))).toEqual([
      'VALUE_TOO_LONG',
    ]);
    const together = ['disabled', ...longValues(6, 10_000), 'x'.repeat(3_993)];
    expect(checkToggle(draft({ values: together }))).toMatchObject({
      problems: [{ code: 'LIMIT_EXCEEDED', at: ['values'], meta: { limit: 64_000 } }],
    });
  });

  it('reports every problem with its place', () => {
    const result = checkToggle(draft({ name: 'é', values: ['', 'on'], defaultValue: 'off' }));
    expect(result).toMatchObject({
      ok: false,
      problems: [
        { code: 'INVALID_NAME', at: ['name'] },
        { code: 'EMPTY_VALUE', at: ['values', 0] },
        { code: 'DEFAULT_VALUE_REQUIRED', at: ['defaultValue'] },
      ],
    });
  });
});

describe('the value type of a draft without one', () => {
  it.each([
    ['BOOLEAN', ['enabled', 'disabled'], undefined],
    ['BOOLEAN', ['false', 'true'], undefined],
    ['STRING', ['on', 'off'], undefined],
    ['STRING', ['1', '2'], undefined],
    ['NUMBER', ['1', '2'], 'NUMBER'],
    ['STRING', ['enabled', 'disabled'], 'STRING'],
    ['BOOLEAN', ['true', 'false'], 'BOOLEAN'],
    ['STRING', ['enabled', 'disabled', 'beta'], 'BOOLEAN'],
  ] as const)('is %s for %j when it was %s', (valueType, values, stored) => {
    const change = { values: [...values], defaultValue: values[0] };
    const result = checkToggle(draft(change), stored && { valueType: stored, tags: [] });
    expect(result).toMatchObject({ ok: true, value: { valueType } });
  });

  it('INVALID_VALUE_TYPE: a value that is not a number does not turn a NUMBER toggle into text', () => {
    const change = { values: ['1', 'two'], defaultValue: '1' };
    expect(codesOf(draft(change), { valueType: 'NUMBER', tags: [] })).toEqual([
      'INVALID_VALUE_TYPE',
    ]);
  });
});
