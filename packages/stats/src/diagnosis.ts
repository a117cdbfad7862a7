/** Why there are no results yet, in the order in which it is looked at (RES-76). */
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

/** What has been seen since the phase began, on the way from a key to an event that counts. */
export interface Progress {
  readonly hasKey: boolean;
  /** Requests with the key of the environment. */
  readonly requests: number;
  /** Answers that held the toggle, single and bulk. */
  readonly evaluations: number;
  /** Of these the answers that the measured rule gave. */
  readonly measured: number;
  /** Exposures that came, refused ones too. */
  readonly exposures: number;
  readonly units: number;
  /** Events with the goal's key, of any unit at any time. */
  readonly goalEvents: number;
  /** Of these the events of units of the phase. */
  readonly unitEvents: number;
  /** Of these the events inside their unit's window. */
  readonly countedEvents: number;
  /** Of the unit's events those that a wrong clock put outside the window. */
  readonly skewedEvents: number;
}

/**
 * The first step that fails. Programs that evaluate by themselves are not seen doing it: what a
 * later step shows to have happened is not asked of an earlier one.
 */
export function diagnosisOf(progress: Progress): Diagnosis {
  const { units, goalEvents, unitEvents, countedEvents, skewedEvents } = progress;
  if (progress.exposures === 0) return diagnosisBeforeExposure(progress);
  if (units === 0) return 'EXPOSURES_REJECTED';
  if (goalEvents === 0) return 'NO_EVENTS';
  if (unitEvents === 0) return 'UNITS_DO_NOT_MATCH';
  if (countedEvents > 0) return 'TOO_FEW';
  return skewedEvents === 0 ? 'EVENTS_BEFORE_EXPOSURE' : 'CLOCK_SKEW';
}

function diagnosisBeforeExposure({ hasKey, requests, evaluations, measured }: Progress): Diagnosis {
  if (!hasKey) return 'NO_KEY';
  if (requests === 0) return 'NO_TRAFFIC';
  if (evaluations === 0) return 'TOGGLE_NOT_EVALUATED';
  return measured === 0 ? 'SPLIT_NOT_REACHED' : 'EXPOSURES_NOT_SENT';
}
