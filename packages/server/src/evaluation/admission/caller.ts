import type { Party } from './shares.ts';

/** Who sends a call. */
export interface Caller {
  readonly party: Party;
  readonly environmentId: string;
  /** The network of a caller with a client key. */
  readonly network: string | undefined;
  /** What is limited by address: a network and an environment; undefined where nothing is. */
  readonly address: string | undefined;
}

/** A call by its head. */
export interface Call {
  readonly caller: Caller;
  readonly points: number;
  /** What its party lent for the rest of it; undefined before it passed. */
  lent?: number;
}
