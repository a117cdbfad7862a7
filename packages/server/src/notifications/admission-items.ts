import type { Say } from '@comporta/messages/speak';
import { plainWords } from '@comporta/messages/words';
import { quote } from '../audit-text/values.ts';
import type { AuditedRequest } from '../tables/audit-entries.ts';

interface Admitted {
  /** Why, in the words of the author. */
  readonly reason?: string | null | undefined;
  readonly request?: AuditedRequest | null | undefined;
}

/** By which request a change was made, with whose approval or without, and why: one sentence each. Source: SAF-82. */
export function admissionItems(say: Say, { reason, request }: Admitted): readonly string[] {
  const { number, step, approvers = [], bypass, withoutApproval } = request ?? {};
  const items: string[] = [];
  if (number !== undefined && step !== undefined) {
    const of = { number: `${number}`, step: `${step}` };
    const people = approvers.join(', ');
    items.push(people === '' ? say('audit.ofStep', of) : say('audit.ofRequest', { ...of, people }));
  }
  if (withoutApproval) items.push(say('audit.pausedFreely'));
  if (bypass) items.push(say('audit.bypassed', { reason: reason ?? '' }));
  else if (reason) {
    const value = plainWords(quote(say, reason));
    items.push(say('audit.item.is', { field: say('audit.field.reason'), value }));
  }
  return items;
}
