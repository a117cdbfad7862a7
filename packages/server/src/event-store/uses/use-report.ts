import { COUNTS_AN_EVENT } from '@comporta/contract/events/event';
import type { Program } from './program.ts';

/** How often a program got a value. */
export interface Use {
  readonly toggleId: string;
  /** The mark of the value; null for one that the toggle does not have. */
  readonly value: string | null;
  /** Null where no rule of the toggle decided. */
  readonly ruleId: string | null;
  readonly n: number;
}

export interface UnknownName {
  readonly name: string;
  readonly n: number;
}

/** What one program did with toggles of an environment in about a minute. */
export interface UseReport {
  readonly environmentId: string;
  /** Whether an environment key was used: anybody may have a client key. */
  readonly trusted: boolean;
  readonly program: Program;
  readonly at: Date;
  /** The UTC day that it is counted on. */
  readonly day: string;
  readonly uses: readonly Use[];
  readonly unknown: readonly UnknownName[];
  /** Whether it got values whose uses it does not report. */
  readonly isSilent: boolean;
  /** Who numbers its reports, so that one sent again counts once; absent for a client key and this node's own. */
  readonly numbered?: NumberedBy | undefined;
  /** Processes of the program that are to report. */
  readonly processes?: readonly Process[];
}

export interface NumberedBy {
  readonly sender: string;
  readonly seq: number;
  readonly ended: boolean;
  /** Whether it reports for others: then its own end says nothing of the program. */
  readonly isRelay: boolean;
}

/** A process that was heard of. */
export interface Process {
  readonly sender: string;
  readonly firstAt: Date;
  readonly lastAt: Date;
}

/** How much a report weighs beside events. Source: LIF-04. */
export function weightOf({ uses, unknown }: Pick<UseReport, 'uses' | 'unknown'>): number {
  return weightOfCounts(uses.length + unknown.length);
}

export function weightOfCounts(counts: number): number {
  return Math.max(1, Math.ceil(counts / COUNTS_AN_EVENT));
}
