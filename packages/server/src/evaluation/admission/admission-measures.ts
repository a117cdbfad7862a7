import { countOf, type Measure } from '../../process/measure.ts';
import type { Admission } from './admit.ts';

/** The metrics of what one caller may take. docs/operating.md explains them. */
export function admissionMeasures({ limited, level, heldCalls }: Admission): Measure[] {
  return [
    countOf(limited.tally, {
      name: 'comporta_limited_total',
      help: 'Calls with a key that were refused with 429, by limit and kind of key.',
      labels: ['limit', 'kind'],
    }),
    {
      type: 'gauge',
      name: 'comporta_share_level',
      help: 'Points a second that each company and kind of caller may take while the node is busy; 0 while there is no limit.',
      read: () => [{ value: level() ?? 0 }],
    },
    {
      type: 'gauge',
      name: 'comporta_held_calls',
      help: 'Calls that came too fast and are held, at most a second.',
      read: () => [{ value: heldCalls() }],
    },
  ];
}
