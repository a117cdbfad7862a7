import { expect, it } from 'vitest';
import { viewOf } from './results-address.ts';

it('RES-120: a link names the phase, the metric and the segment that were looked at, and nothing else', () => {
  const shown = new URLSearchParams('metric=errors&segment=p1&analysis=a1&other=1');
  expect(String(viewOf({ phaseId: 'f1' }, shown))).toBe('phase=f1&metric=errors&segment=p1');
  expect(String(viewOf({ phaseId: 'f1' }, new URLSearchParams()))).toBe('phase=f1');
});
