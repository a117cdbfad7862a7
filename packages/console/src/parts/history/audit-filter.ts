import {
  AUDIT_ACTIONS,
  type AuditAction,
  type AuditEntry,
} from '@comporta/contract/audit-logs/audit-log';

/** Which entries to show; the address has it, to be shared. */
export interface AuditFilter {
  readonly action?: AuditAction;
  /** The id of a user or of an account key. */
  readonly actor?: string;
  /** The id of what was changed, or a type of it. */
  readonly entity?: string;
  /** A day, or a moment. */
  readonly from?: string;
  readonly to?: string;
}

export const FILTER_NAMES = ['action', 'actor', 'entity', 'from', 'to'] as const;

/** What the address says; what the server would refuse is left out. */
export function filterIn(params: URLSearchParams): AuditFilter {
  const action = AUDIT_ACTIONS.find((known) => known === params.get('action'));
  const actor = params.get('actor');
  const entity = params.get('entity');
  const from = dateIn(params.get('from'));
  const to = dateIn(params.get('to'));
  return {
    ...(action === undefined ? {} : { action }),
    ...(actor ? { actor } : {}),
    ...(entity ? { entity } : {}),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
}

/** The address with one filter changed; what else it says stays. */
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

/** The filter that finds one entry: no two of a log have the same moment, as far as people can tell. */
export function filterFor({ timestamp, entity }: AuditEntry): URLSearchParams {
  return new URLSearchParams({ entity: entity.id, from: timestamp, to: timestamp });
}

function dateIn(text: string | null): string | undefined {
  const isDate = text !== null && /^\d{4}-\d{2}-\d{2}/.test(text);
  return isDate && !Number.isNaN(Date.parse(text)) ? text : undefined;
}
