import { AUDIT_SEARCH_MAX_CHARS, type AuditEntry } from '@comporta/contract/audit-logs/audit-log';
import { AUDIT_ACTIONS, type AuditAction } from '@comporta/contract/nouns/records';

/** The filter for entries; the address holds it, so that it can be shared. */
export interface AuditFilter {
  readonly action?: AuditAction;
  /** The id of a user or of an account key. */
  readonly actor?: string;
  /** The id of the changed thing, or a type. */
  readonly entity?: string;
  /** A day, or a moment with its time. */
  readonly from?: string;
  readonly to?: string;
  /** An environment that the changes touch. */
  readonly envId?: string;
  /** Only changes that touch production-like environments. */
  readonly production?: 'true';
  /** Words in the names of things and people. */
  readonly q?: string;
}

export const FILTER_NAMES = [
  'action',
  'actor',
  'entity',
  'from',
  'to',
  'envId',
  'production',
  'q',
] as const;

/** Reads the filter from the address, and drops parts that the server would refuse. */
export function filterIn(params: URLSearchParams): AuditFilter {
  const action = AUDIT_ACTIONS.find((known) => known === params.get('action'));
  const actor = params.get('actor');
  const entity = params.get('entity');
  const from = dateIn(params.get('from'));
  const to = dateIn(params.get('to'));
  const envId = params.get('envId');
  const q = params.get('q')?.trim().slice(0, AUDIT_SEARCH_MAX_CHARS);
  return {
    ...(action === undefined ? {} : { action }),
    ...(actor ? { actor } : {}),
    ...(entity ? { entity } : {}),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(envId ? { envId } : {}),
    ...(params.get('production') === 'true' ? { production: 'true' } : {}),
    ...(q ? { q } : {}),
  };
}

/** Returns the parameters of the address with one filter changed. */
export function withFilter(
  params: URLSearchParams,
  name: (typeof FILTER_NAMES)[number],
  value: string,
): URLSearchParams {
  const next = new URLSearchParams(params);
  if (value === '') next.delete(name);
  else next.set(name, value);
  return next;
}

/** The filter that finds one entry: in practice, no two entries of one thing have the same moment. */
export function filterFor({ timestamp, entity }: AuditEntry): URLSearchParams {
  return new URLSearchParams({ entity: entity.id, from: timestamp, to: timestamp });
}

function dateIn(text: string | null): string | undefined {
  const isDate = text !== null && /^\d{4}-\d{2}-\d{2}/.test(text);
  return isDate && !Number.isNaN(Date.parse(text)) ? text : undefined;
}
