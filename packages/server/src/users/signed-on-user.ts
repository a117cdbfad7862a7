import type { Language } from '@comporta/messages/languages';
import { endPasswordLinks } from '../identity/password-links.ts';
import { orNotFound } from '../platform/base/or-not-found.ts';
import { firstVersion, isUnchanged, nextVersion } from '../platform/base/versions.ts';
import type { ProviderAuthor } from '../platform/callers/actor.ts';
import { recordAccountChange } from '../platform/changes/changes.ts';
import type { Config } from '../platform/config/config.ts';
import type { Sql } from '../platform/database/database.ts';
import { requireRoom } from '../platform/limits/enforce-plan-limit.ts';
import { userAudit } from './user-audit.ts';
import {
  findApplications,
  findUser,
  insertUser,
  MAX_USERS,
  readPlan,
  type StoredUser,
  updateUser,
} from './user-repository.ts';

interface Settings extends Pick<Config, 'plans'> {
  /** Removes a sign-up with this e-mail that nobody has confirmed. */
  readonly freeUnconfirmedEmail: (sql: Sql, email: string) => Promise<void>;
}

interface NewPerson {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly language: Language;
  readonly giveRights: () => Promise<void>;
}

interface PersonEdit {
  readonly userId: string;
  readonly activates: boolean;
  readonly note?: 'adminKept' | undefined;
  readonly edit: () => Promise<void>;
}

/** What a provider does with users; the account is locked. Source: IDN-15 to 17. */
export function signedOnUsers({ plans, freeUnconfirmedEmail }: Settings) {
  return {
    /** Rejects with MAX_USERS_LIMIT_REACHED. */
    async create(sql: Sql, author: ProviderAuthor, person: NewPerson): Promise<void> {
      const { accountId } = author;
      const { giveRights, ...fields } = person;
      const plan = await readPlan(sql, accountId);
      await requireRoom(sql, { accountId, plan }, { plans, of: MAX_USERS });
      await freeUnconfirmedEmail(sql, person.email);
      await insertUser(sql, {
        ...fields,
        accountId,
        admin: false,
        active: true,
        apps: [],
        ...firstVersion(author),
      });
      await giveRights();
      const user = orNotFound(await findUser(sql, accountId, person.id));
      await recordAccountChange(sql, author, {
        ...entryOf(user),
        action: 'CREATED',
        after: await recorded(sql, accountId, user),
      });
    },
    async edit(sql: Sql, author: ProviderAuthor, how: PersonEdit): Promise<void> {
      const { accountId } = author;
      const { userId, activates, note, edit } = how;
      const before = orNotFound(await findUser(sql, accountId, userId));
      await edit();
      const now = orNotFound(await findUser(sql, accountId, userId));
      const edited = { ...now, active: now.active || activates };
      if (isUnchanged(before, edited) && note === undefined) return;
      if (activates) await endPasswordLinks(sql, userId);
      const next = { ...edited, ...nextVersion(before, author) };
      const after = await updateUser(sql, next, now);
      await recordAccountChange(sql, author, {
        ...entryOf(after),
        action: 'EDITED',
        before: await recorded(sql, accountId, before),
        after: {
          ...(await recorded(sql, accountId, after)),
          ...(note && { [note]: true as const }),
        },
      });
    },
  };
}

function entryOf({ id, name }: StoredUser) {
  return { type: 'user', id, name } as const;
}

async function recorded(sql: Sql, accountId: string, user: StoredUser) {
  return userAudit(sql, user, await findApplications(sql, accountId, user.apps));
}
