import { checkMetric, METRIC } from '@comporta/contract/metrics/metric';
import { expect, it } from 'vitest';
import { views } from '../../tables/kept-by-users.ts';
import { metrics } from '../../tables/metrics.ts';
import { properties } from '../../tables/properties.ts';
import { defineNoun } from './define-noun.ts';

it('a noun does not compile with a type, a table or a record that is not its own', () => {
  const metric = {
    fields: METRIC,
    table: metrics,
    named: 'key',
    check: checkMetric,
    isServed: false,
  } as const;
  expect(defineNoun({ ...metric, type: 'metric' }).type).toBe('metric');
  // @ts-expect-error -- the audit log knows no such type
  defineNoun({ ...metric, type: 'nothing' });
  // @ts-expect-error -- what the audit log keeps of a toggle is not a metric
  defineNoun({ ...metric, type: 'toggle' });
  // @ts-expect-error -- the table lacks the fields of a metric
  defineNoun({ ...metric, type: 'metric', table: properties });
  // @ts-expect-error -- the table has neither versions nor the fields
  expect(() => defineNoun({ ...metric, type: 'metric', table: views })).toThrow(/has no key/);
});
