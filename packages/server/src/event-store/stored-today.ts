/** The kind of the counters of newly stored events and exposures, by the kind of key that sent them. Source: FAIR-29. */
export const STORED = 'STORED';
export const STORED_BY = ['SERVER', 'CLIENT'] as const;
export type StoredBy = (typeof STORED_BY)[number];

/** How much of an environment was stored. */
export interface StoredTally {
  readonly environmentId: string;
  readonly by: StoredBy;
  readonly count: number;
}
