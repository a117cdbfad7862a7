import type { CountEvent } from '@comporta/contract/events/event';
import { hasNameOfToggle, TOGGLE_NAME_MAX_CHARS } from '@comporta/contract/toggles/toggle';
import { valueMark } from '@comporta/engine/uses/value-mark';
import { programOf, saysItReports, senderIn } from './program.ts';
import type { NumberedBy, UnknownName, Use, UseReport } from './use-report.ts';

/** What uses of a toggle can be counted under. */
export interface CountedToggle {
  readonly id: string;
  /** The marks of its values. */
  readonly values: ReadonlySet<string>;
  readonly rules: ReadonlySet<string>;
}

/** Who sends reports of uses. */
export interface UseSender {
  readonly environmentId: string;
  readonly isTrusted: boolean;
  readonly userAgent: string;
  /** A toggle that the sender may know; undefined for any other name. */
  readonly countedToggle: (name: string) => CountedToggle | undefined;
}

/** Whether the name is kept when no toggle has it: what no toggle can be called is not. Source: LIF-15. */
export function mayBeUnknown(name: string): boolean {
  return name.length <= TOGGLE_NAME_MAX_CHARS && hasNameOfToggle(name);
}

/** What a valid item says, for the toggles that the sender may know; the others are unknown names. */
export function readUseReport(event: CountEvent, at: Date, by: UseSender): UseReport {
  const { environmentId, isTrusted: trusted } = by;
  const userAgent = event.client ?? by.userAgent;
  const uses: Use[] = [];
  const unknown: UnknownName[] = [];
  const note = (name: string, n: number) => {
    if (mayBeUnknown(name)) unknown.push({ name, n });
  };
  for (const { toggle, value, ruleId, n } of event.counts) {
    const known = by.countedToggle(toggle);
    if (known === undefined) note(toggle, n);
    else uses.push({ toggleId: known.id, ...detailsOf(known, value, ruleId), n });
  }
  for (const { toggle, n } of event.unknown ?? []) {
    // A program may have asked before the toggle was there.
    if (by.countedToggle(toggle) === undefined) note(toggle, n);
  }
  return {
    environmentId,
    trusted,
    program: programOf(userAgent),
    at,
    day: at.toISOString().slice(0, 10),
    uses,
    unknown,
    isSilent: isSilent(event, userAgent),
    numbered: trusted ? numberedBy(event) : undefined,
    processes: trusted ? processesOf(event, userAgent, at) : [],
  };
}

/** Only what the toggle has is counted by name: what callers make up fills no table. Source: LIF-08. */
function detailsOf({ values, rules }: CountedToggle, value: string, ruleId: string | undefined) {
  // Pages send long values whole.
  const mark = values.has(value) ? value : valueMark(value);
  return {
    value: values.has(mark) ? mark : null,
    ruleId: ruleId !== undefined && rules.has(ruleId) ? ruleId : null,
  };
}

/** Source: LIF-26. */
function isSilent({ asked }: CountEvent, userAgent: string): boolean {
  return asked === 'BULK' || (asked === 'SNAPSHOT' && !saysItReports(userAgent));
}

function numberedBy({ sender, seq, end, client }: CountEvent): NumberedBy | undefined {
  if (sender === undefined || seq === undefined) return undefined;
  return {
    sender: sender.toLowerCase(),
    seq,
    ended: end === true,
    isRelay: client !== undefined,
  };
}

/** The process that fetched rules from the node that tells of it. */
function processesOf({ asked }: CountEvent, userAgent: string, at: Date) {
  const sender = asked === 'SNAPSHOT' ? senderIn(userAgent) : undefined;
  return sender === undefined ? [] : [{ sender, firstAt: at, lastAt: at }];
}
