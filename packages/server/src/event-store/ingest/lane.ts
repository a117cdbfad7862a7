import type { Holder } from '../../platform/base/room.ts';

/** Whose events wait: those of a company, of one of its environments, sent with one kind of key. Source: FAIR-16. */
export interface Lane {
  readonly companyId: string;
  readonly environmentId: string;
  /** Whether a client key sent them, which anybody may have. */
  readonly isClient: boolean;
}

/** The path of the lane in the order in which what waits is taken. */
export function pathOf({ companyId, environmentId, isClient }: Lane): readonly string[] {
  return [companyId, environmentId, isClient ? 'CLIENT' : 'SERVER'];
}

/** The lane as somebody who takes room. */
export function holderOf(lane: Lane): Holder {
  return { company: lane.companyId, lane: nameOf(lane), isClient: lane.isClient };
}

/** Tells the lane from all others. */
export function nameOf({ environmentId, isClient }: Lane): string {
  return `${environmentId} ${isClient ? 'CLIENT' : 'SERVER'}`;
}
