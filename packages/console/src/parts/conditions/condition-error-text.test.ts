import { CONDITION_CODES } from '@comporta/contract/conditions/condition';
import { speak } from '@comporta/messages/speak';
import { describe, expect, it } from 'vitest';
import type { Say } from '../../base/say.ts';
import { conditionErrorText } from './condition-error-text.ts';

const english: Say = speak('en');
const portuguese: Say = speak('pt');

describe('every refusal of a condition', () => {
  it.each(CONDITION_CODES)('%s has a text', (code) => {
    const text = conditionErrorText(english, { code, at: ['term'], meta: { limit: 10_000 } });
    expect(text).toMatch(/^[A-Z].*(!|FIX|\.)$/);
    expect(conditionErrorText(portuguese, { code, at: ['term'], meta: {} })).not.toBe(text);
  });

  it('LIMIT_EXCEEDED: names what exceeds the limit', () => {
    const items = {
      code: 'LIMIT_EXCEEDED',
      at: [],
      meta: { field: 'items', limit: 10_000 },
    } as const;
    expect(conditionErrorText(english, items)).toBe('A list can have at most 10,000 values!');
    const regexes = { ...items, meta: { field: 'regex', limit: 5_000 } };
    expect(conditionErrorText(english, regexes)).toBe(
      'The regular expressions of this application are too large together!',
    );
  });
});
