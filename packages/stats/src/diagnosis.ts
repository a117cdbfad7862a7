/** Why there are no results yet, in the order in which the causes are checked (RES-76). */
export const DIAGNOSES = [
  'NO_KEY',
  'NO_TRAFFIC',
  'TOGGLE_NOT_EVALUATED',
  'SPLIT_NOT_REACHED',
  'EXPOSURES_NOT_SENT',
  'EXPOSURES_REJECTED',
  'NO_EVENTS',
  'UNITS_DO_NOT_MATCH',
  'EVENTS_BEFORE_EXPOSURE',
  'CLOCK_SKEW',
  'TOO_FEW',
] as const;
export type Diagnosis = (typeof DIAGNOSES)[number];

/** Counts since the phase began, on the way from a key to an event that counts. */
export interface Progress {
  readonly hasKey: boolean;
  /** Requests with the key of the environment. */
  readonly requests: number;
  /** Responses that contained the toggle, single and bulk. */
  readonly evaluations: number;
  /** Of these, the responses that the measured rule decided. */
  readonly measured: number;
  /** Exposures received, including refused ones. */
  readonly exposures: number;
  readonly units: number;
  /** Events with the goal's key, of any unit at any time; only those that the metric may count. */
  readonly goalEvents: number;
  /** Of these, the events of units of the phase. */
  readonly unitEvents: number;
  /** Of these, the events inside the time window of their unit. */
  readonly countedEvents: number;
  /** Of the events of units, those before the exposure of their unit. */
  readonly earlyEvents: number;
  /** Of the events of units, those that a wrong clock moved outside the window. */
  readonly skewedEvents: number;
}

/**
 * The first step that fails. Programs that evaluate locally send no evaluation requests. So if a later step has
 * happened, the earlier ones are not checked.
 */
export function diagnosisOf(progress: Progress): Diagnosis {
  const { units, goalEvents, unitEvents, countedEvents, earlyEvents, skewedEvents } = progress;
  if (progress.exposures === 0) return diagnosisBeforeExposure(progress);
  if (units === 0) return 'EXPOSURES_REJECTED';
  if (goalEvents === 0) return 'NO_EVENTS';
  if (unitEvents === 0) return 'UNITS_DO_NOT_MATCH';
  if (countedEvents > 0) return 'TOO_FEW';
  if (skewedEvents > 0) return 'CLOCK_SKEW';
  // Others came after the exposure, before their time window begins or after its end: nothing is broken.
  return earlyEvents > 0 ? 'EVENTS_BEFORE_EXPOSURE' : 'TOO_FEW';
}

function diagnosisBeforeExposure({ hasKey, requests, evaluations, measured }: Progress): Diagnosis {
  if (!hasKey) return 'NO_KEY';
  if (requests === 0) return 'NO_TRAFFIC';
  if (evaluations === 0) return 'TOGGLE_NOT_EVALUATED';
  return measured === 0 ? 'SPLIT_NOT_REACHED' : 'EXPOSURES_NOT_SENT';
}
