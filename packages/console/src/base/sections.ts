import type { AuditEntry } from '@comporta/contract/audit-logs/audit-log';
import { fillPath } from '../api/fill-path.ts';
import { PATTERNS, type Screen } from './paths.ts';

/**
 * The parts of an application, in the order of the sidebar; the breadcrumb, the palette and the links of the audit log
 * read them, too. `list` is the screen of all things, and `one`, which is also their type, that of one of them.
 */
export const SECTIONS = [
  { list: 'experiments', one: 'experiment', title: 'layout.experiments' },
  { list: 'toggles', one: 'toggle', title: 'layout.toggles', titleNew: 'toggle.titleNew' },
  {
    list: 'properties',
    one: 'property',
    title: 'layout.properties',
    titleNew: 'property.titleNew',
  },
  {
    list: 'targetGroups',
    one: 'targetGroup',
    title: 'layout.targetGroups',
    titleNew: 'targetGroup.titleNew',
  },
  {
    list: 'idLists',
    one: 'idList',
    title: 'idList.title',
    titleNew: 'idList.new',
    isOutsideSidebar: true,
  },
  { list: 'metrics', one: 'metric', title: 'layout.metrics', titleNew: 'metric.edit.titleNew' },
  { list: 'analyses', one: 'analysis', title: 'analyses.title' },
  { list: 'playground', title: 'layout.playground' },
  { list: 'changeRequests', title: 'layout.changeRequests', isOnlyWhereUsed: true },
  { list: 'applicationAuditLogs', title: 'layout.audit' },
  { list: 'compare', title: 'compare.title', isOutsideSidebar: true },
  { list: 'deletedItems', title: 'deleted.title', isOutsideSidebar: true },
  { list: 'settings', title: 'layout.settings' },
] as const;

/** The sections of an application as a whole: each environment has experiments. */
export const LISTED_SECTIONS = SECTIONS.filter(({ list }) => list !== 'experiments');
export const SIDEBAR_SECTIONS = LISTED_SECTIONS.filter(
  (section) => !('isOutsideSidebar' in section),
);

type EntityType = AuditEntry['entity']['type'];
type SectionType = Extract<(typeof SECTIONS)[number], { readonly one: string }>['one'];

/** The screens of things that have no section. */
const ELSEWHERE = {
  user: 'user',
  accountKey: 'accountKeys',
  token: undefined,
  application: 'settings',
  environment: 'settings',
  environmentKey: 'settings',
  clientKey: 'settings',
  account: undefined,
  changeRequest: 'changeRequest',
  freeze: 'settings',
  eventKey: undefined,
  signInPolicy: 'signInPolicy',
  provider: 'provider',
  other: undefined,
} as const satisfies Readonly<Record<Exclude<EntityType, SectionType>, Screen | undefined>>;

interface Ids {
  readonly appId?: string | undefined;
  readonly envId?: string | undefined;
  readonly id?: string;
}

/** The path of a screen; undefined when one of its ids is missing. */
export function pathWith(
  screen: Screen,
  { appId = '', envId = '', id = '' }: Ids,
): string | undefined {
  const pattern = PATTERNS[screen];
  const ids: Readonly<Record<string, string>> = { appId, envId, id, toggleId: id };
  const isWhole = [...pattern.matchAll(/:(\w+)/g)].every(([, name = '']) => ids[name]);
  return isWhole ? fillPath(pattern, ids) : undefined;
}

/** The path of a thing's screen, or of the screen of what it belongs to; undefined when it has none. */
export function thingPath(type: EntityType, ids: Ids): string | undefined {
  const screen =
    type in ELSEWHERE ? ELSEWHERE[type as keyof typeof ELSEWHERE] : (type as SectionType);
  return screen && pathWith(screen, ids);
}
