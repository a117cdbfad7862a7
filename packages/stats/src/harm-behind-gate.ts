import type { Limit } from './comparison.ts';
import { GATE_POSITIVE, GATE_UNITS, isGateOpen } from './gate.ts';
import { type GuardrailMetric, guardrailFinding } from './guardrail-finding.ts';
import type { Moments } from './moments.ts';

interface Pair {
  readonly control: Moments;
  readonly treatment: Moments;
}

/**
 * Whether a treatment harms a guardrail of which no interval can be computed: everybody has an error with the new value
 * and nobody without it, or nobody buys any more. The one with fewer units that count is given as many as the gate asks
 * for, and the other one as many that do not count. Both bring the two nearer to each other; a treatment that is worse by
 * the limit even so is worse. Only for figures of 0 and 1, of which that is known. It does not say how large the harm is.
 */
export function isHarmedBehindGate(
  limit: Limit,
  metric: GuardrailMetric,
  { control, treatment }: Pair,
): boolean {
  if (metric.kind !== 'CONVERSION' && metric.kind !== 'RETENTION') return false;
  const isHarmMore = metric.better === 'DOWN';
  const [fewer, more] = isHarmMore ? [control, treatment] : [treatment, control];
  if (fewer.n < GATE_UNITS || !isGateOpen(more)) return false;
  const filled = withPositive(fewer, Math.max(fewer.positive, GATE_POSITIVE));
  const lessened = withPositive(more, Math.min(more.positive, more.n - GATE_POSITIVE));
  const { states } = guardrailFinding(
    limit,
    { ...metric, cuped: false },
    isHarmMore
      ? { control: filled, treatments: [lessened] }
      : { control: lessened, treatments: [filled] },
  );
  return states[0] === 'HARMED';
}

/** The same number of units, so many of which have a 1. */
function withPositive({ n }: Moments, positive: number): Moments {
  const mean = positive / n;
  return { n, positive, mean, m2: n * mean * (1 - mean) };
}
