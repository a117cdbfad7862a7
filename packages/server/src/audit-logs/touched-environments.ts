import type { Change } from '@comporta/contract/nouns/change';
import { changesBetween } from '../audit-text/field-changes.ts';

/** Where the things of an application are used, as far as the changes of a call need to know. */
export interface EnvironmentUsage {
  readonly all: readonly string[];
  /** By the id of a toggle, group, property or list: the environments with an experiment that uses it, also through a group. */
  readonly using: ReadonlyMap<string, readonly string[]>;
}

type Reach = 'NONE' | 'OWN' | 'USING' | 'ALL';

/** The fields that decide what the toggle returns everywhere, also where it has no experiment. */
const EVERYWHERE: ReadonlySet<string> = new Set([
  'defaultValue',
  'valueType',
  'availableToClients',
]);

/** The environments whose users may get something else by a change. Source: SAF-21, SAF-97. */
export function touchedEnvironments(change: Change, usage: EnvironmentUsage): readonly string[] {
  if (change.touches !== undefined) return change.touches.map(({ id }) => id);
  switch (reachOf(change)) {
    case 'NONE':
      return [];
    case 'OWN':
      return change.environment === undefined ? [] : [change.environment.id];
    case 'USING':
      return usage.using.get(change.id) ?? [];
    case 'ALL':
      return usage.all;
  }
}

/** Whether users may get something else by a change, wherever the changed thing is used. */
export function mayTouchEnvironments(change: Change): boolean {
  return change.touches === undefined ? reachOf(change) !== 'NONE' : change.touches.length > 0;
}

/** Whether `touchedEnvironments` has to know where the changed thing is used. */
export function needsUsage(change: Change): boolean {
  const reach = change.touches === undefined ? reachOf(change) : 'NONE';
  return reach === 'USING' || reach === 'ALL';
}

function reachOf(change: Change): Reach {
  switch (change.type) {
    case 'experiment':
      return isRenaming(change) ? 'NONE' : 'OWN';
    case 'toggle':
      if (change.action !== 'EDITED') return change.action === 'DELETED' ? 'ALL' : 'NONE';
      if (isChanged(change, EVERYWHERE)) return 'ALL';
      return isChanged(change, new Set(['values'])) ? 'USING' : 'NONE';
    case 'targetGroup':
      return isEdited(change) && isChanged(change, new Set(['policy', 'conditions']))
        ? 'USING'
        : 'NONE';
    case 'property':
      return isEdited(change) && isChanged(change, new Set(['key', 'type'])) ? 'USING' : 'NONE';
    case 'idList':
      return change.after !== undefined && 'ids' in change.after ? 'USING' : 'NONE';
    case 'application':
      return change.action === 'DELETED' ? 'ALL' : 'NONE';
    case 'environment':
    case 'environmentKey':
    case 'clientKey':
    case 'metric':
    case 'eventKey':
    case 'analysis':
    case 'changeRequest':
    case 'freeze':
    case 'user':
    case 'account':
    case 'accountKey':
      return 'NONE';
    default:
      // A noun of which nothing better is said here.
      return (change as Change).isServed === false ? 'NONE' : 'ALL';
  }
}

function isEdited({ action }: Change): boolean {
  return action === 'EDITED';
}

function isChanged({ before, after }: Change, fields: ReadonlySet<string>): boolean {
  return changesBetween(before, after).some(({ field }) => fields.has(field));
}

/** Whether only names of rules differ. */
function isRenaming({ action, before, after }: Change<'experiment'>): boolean {
  if (action !== 'EDITED') return false;
  return changesBetween(unnamed(before), unnamed(after)).length === 0;
}

function unnamed(record: Change<'experiment'>['before']): object | undefined {
  if (record === undefined || !('rules' in record)) return record;
  return { ...record, rules: record.rules.map(({ name: _name, ...rule }) => rule) };
}
