import { DEFAULT_ROLE, ROLES, type Role } from '../role.ts';

/** When the groups of a provider decide what its people may do. Source: IDN-17. */
export const MAPPING_MODES = ['OFF', 'ON_CREATE', 'ALWAYS'] as const;
export type MappingMode = (typeof MAPPING_MODES)[number];

export interface MappedRow {
  readonly group: string;
  readonly admin?: boolean | undefined;
  /** Ids of applications. */
  readonly apps?: readonly string[] | undefined;
  /** What users may do in these; absent for an editor. */
  readonly role?: Role | undefined;
}

export interface MappingQuestion {
  readonly provider: {
    readonly mode: MappingMode;
    readonly rows: readonly MappedRow[];
    /** One of them is enough; none are asked for where there are none. */
    readonly requiredGroups: readonly string[];
  };
  readonly person: 'KNOWN' | 'LINK' | 'CREATE';
  /** Null where the claims do not say them. */
  readonly groups: readonly string[] | null;
  readonly user: {
    readonly admin: boolean;
    readonly adminByProvider: boolean;
    /** Ids of applications that people granted, and those that this provider did. */
    readonly handApps: readonly string[];
    readonly providerApps: readonly string[];
    readonly lastAdmin: boolean;
    readonly emergency: boolean;
  };
}

/** What a sign-on changes. `KEPT`: the groups would take the administrator's rights away, and somebody needs them. */
export interface MappedRights {
  readonly admin: 'KEEP' | 'GIVE' | 'TAKE' | 'KEPT';
  readonly give: readonly string[];
  readonly take: readonly string[];
  /** The applications of this provider in which the user is no editor; absent for none. */
  readonly roles?: readonly MappedRole[];
}

export interface MappedRole {
  readonly app: string;
  readonly role: Role;
}

export type Mapped = MappedRights | { readonly refused: 'SSO_GROUPS_MISSING' | 'SSO_NO_ACCESS' };

const NOTHING: MappedRights = { admin: 'KEEP', give: [], take: [] };

/**
 * What the groups give and take. Only what the provider gave is taken back; a missing list of groups neither gives nor
 * takes, but refuses where groups decide.
 */
export function mapGroups({ provider, person, groups, user }: MappingQuestion): Mapped {
  const { mode, rows, requiredGroups } = provider;
  if (requiredGroups.length > 0) {
    if (groups === null) return { refused: 'SSO_GROUPS_MISSING' };
    if (!requiredGroups.some((one) => groups.includes(one))) return { refused: 'SSO_NO_ACCESS' };
  }
  if (mode === 'OFF' || (mode === 'ON_CREATE' && person !== 'CREATE')) return NOTHING;
  if (groups === null) return person === 'CREATE' ? { refused: 'SSO_GROUPS_MISSING' } : NOTHING;
  const own = rows.filter(({ group }) => groups.includes(group));
  const apps = rolesOf(own);
  const had = new Set([...user.handApps, ...user.providerApps]);
  const roles = [...apps]
    .filter(([id, role]) => role !== DEFAULT_ROLE && !user.handApps.includes(id))
    .map(([app, role]) => ({ app, role }))
    .sort((one, other) => (one.app < other.app ? -1 : 1));
  return {
    admin: adminAfter(
      user,
      own.some((row) => row.admin),
    ),
    give: [...apps.keys()].filter((id) => !had.has(id)).sort(),
    take: user.providerApps.filter((id) => !apps.has(id)).sort(),
    ...(roles.length > 0 && { roles }),
  };
}

/** Of several groups, the one that allows most counts. */
function rolesOf(rows: readonly MappedRow[]): ReadonlyMap<string, Role> {
  const roles = new Map<string, Role>();
  for (const { apps = [], role = DEFAULT_ROLE } of rows) {
    for (const app of apps) {
      const former = roles.get(app) ?? role;
      roles.set(app, ROLES.indexOf(role) > ROLES.indexOf(former) ? role : former);
    }
  }
  return roles;
}

function adminAfter(user: MappingQuestion['user'], isGiven: boolean): MappedRights['admin'] {
  if (isGiven) return user.admin ? 'KEEP' : 'GIVE';
  if (!user.admin || !user.adminByProvider) return 'KEEP';
  return user.lastAdmin || user.emergency ? 'KEPT' : 'TAKE';
}
