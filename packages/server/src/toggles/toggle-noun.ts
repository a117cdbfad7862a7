import { keepOmitted, pickFields } from '@comporta/contract/fields';
import {
  checkToggle,
  type ToggleDraft as PersonsDraft,
  TOGGLE,
  type Toggle,
} from '@comporta/contract/toggles/toggle';
import { valueOrReject } from '../platform/base/value-or-reject.ts';
import { firstVersion } from '../platform/base/versions.ts';
import { idFor } from '../platform/callers/application-scope.ts';
import { columnsNamed } from '../platform/database/entity-columns.ts';
import type { Versions } from '../platform/database/kept-versions.ts';
import { type Noun, type Stored, telling, withFields } from '../platform/nouns/noun.ts';
import { type Joined, rowsOf } from '../platform/nouns/rows.ts';
import { users } from '../tables/accounts.ts';
import { toggles } from '../tables/toggles.ts';
import { toggleVersions } from '../tables/versions.ts';

export type StoredToggle = Omit<Toggle, 'lastChanged' | 'owner'> &
  Stored & {
    /** The owner's name; undefined where it was not read. */
    readonly owner?: string | null;
  };

/** Only a document may contain `archived`; a save by a user does not. */
export type ToggleDraft = PersonsDraft & { readonly archived?: boolean | undefined };

const versions: Versions = {
  of: toggles,
  kept: toggleVersions,
  body: columnsNamed(toggles, [...TOGGLE.names, 'ownerId', 'snoozedUntil', 'archived']),
};

const joined: Joined = {
  table: users,
  on: [users.id, toggles.ownerId],
  columns: { owner: users.name },
};

/** A document may write the name of a toggle in another case: that is no other toggle. Source: FAIR-62. */
export const TOGGLES: Noun<StoredToggle, ToggleDraft> & { readonly versions: Versions } = {
  type: 'toggle',
  versions,
  rows: rowsOf<StoredToggle>(toggles, toggles.name, { versions, joined }),
  named: 'name',
  valueOf: (toggle) => ({ ...pickFields(TOGGLE, toggle), archived: toggle.archived }),
  create: ({ actor, application }, draft) => ({
    ...valueOrReject(checkToggle(draft)),
    id: idFor(application),
    appId: application.id,
    ownerId: draft.ownerId ?? null,
    snoozedUntil: draft.snoozedUntil ?? null,
    archived: draft.archived ?? false,
    ...firstVersion(actor),
  }),
  /** Whether rules still need a value that is left out is not checked here. */
  edit(writer, before, draft) {
    const sent = { ...keepOmitted(TOGGLE, draft, before), name: draft.name || before.name };
    const value = valueOrReject(checkToggle(sent, before));
    const {
      ownerId = before.ownerId,
      snoozedUntil = before.snoozedUntil,
      archived = before.archived,
    } = draft;
    return withFields(writer, before, { ...value, ownerId, snoozedUntil, archived });
  },
  ...telling({
    type: 'toggle',
    named: 'name',
    recorded: (toggle: StoredToggle) => {
      const { removeBy, owner, snoozedUntil, archived } = toggle;
      return {
        ...pickFields(TOGGLE, toggle),
        removeBy: removeBy ?? undefined,
        owner: owner ?? undefined,
        snoozedUntil: snoozedUntil ?? undefined,
        archived,
      };
    },
  }),
};
