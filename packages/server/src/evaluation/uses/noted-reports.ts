import { valueMark } from '@comporta/engine/uses/value-mark';
import { programOf } from '../../event-store/uses/program.ts';
import type { UseReport } from '../../event-store/uses/use-report.ts';
import type { Noted } from './usage-notes.ts';

/** What a node noted, to be stored. */
export function reportsOf(noted: readonly Noted[], at = new Date()): UseReport[] {
  return noted.map(({ lane, userAgent, uses, unknown, isSilent, process }) => ({
    environmentId: lane.environmentId,
    trusted: !lane.isClient,
    program: programOf(userAgent),
    at,
    day: at.toISOString().slice(0, 10),
    uses: [...uses].map(([{ toggle, value, ruleId = null }, n]) => ({
      toggleId: toggle.id,
      value: valueMark(value),
      ruleId,
      n,
    })),
    unknown: [...unknown].map(([name, n]) => ({ name, n })),
    isSilent,
    processes: process === undefined || lane.isClient ? [] : [process],
  }));
}
