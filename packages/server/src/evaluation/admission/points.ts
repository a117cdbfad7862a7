/** The kinds of callers that share a node. People and programs call the API. */
export const CALLER_KINDS = ['SERVER', 'CLIENT', 'API'] as const;
export type CallerKind = (typeof CALLER_KINDS)[number];

const BYTES_A_POINT = 4096;
const TOGGLES_A_POINT = 50;

/** The work of one call. */
export interface Work {
  /** The length of the body, unpacked. */
  readonly bytes: number;
  readonly events?: number;
  /** How many toggles are evaluated. */
  readonly toggles?: number;
}

/** What a call costs. A point is at most about 0.1 ms of one core (docs/benchmarks.md). Source: FAIR-02. */
export function pointsOf({ bytes, events = 0, toggles = 0 }: Work): number {
  return 1 + Math.floor(bytes / BYTES_A_POINT) + events + Math.floor(toggles / TOGGLES_A_POINT);
}

/** What a call of the API costs before its answer is known. Source: FAIR-04. */
export const API_POINTS = 10;

export function pointsOfAnswer(bytes: number): number {
  return Math.floor(bytes / BYTES_A_POINT);
}
