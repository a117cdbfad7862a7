import { NEW_USER, USER, type User } from '@comporta/contract/users/user';
import { createUser, updateUser } from '@comporta/contract/users/user-api';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { problemsOfRefusal } from '../api/problems-of-refusal.ts';
import { EditorPage } from '../base/editor-page.tsx';
import { pathTo } from '../base/paths.ts';
import { useDraftKey } from '../base/use-draft-key.ts';
import { useSaveNews } from '../base/use-save-news.ts';
import { applicationsQuery } from '../data/application-queries.ts';
import { useSession } from '../data/stored/session.ts';
import { fetchUser, saveUser, userQuery, usersQuery } from '../data/user-queries.ts';
import { Notice } from '../ui/alert.tsx';
import { SwitchField } from '../ui/fields/switch-field.tsx';
import { TextField } from '../ui/fields/text-field.tsx';
import { EditorForm } from '../ui/forms/editor-form.tsx';
import { useForm } from '../ui/forms/use-form.ts';
import { Loaded } from '../ui/list/loaded.tsx';
import { toast } from '../ui/toast-store.ts';
import { AddedUsers } from './added-users.tsx';
import { ApplicationsField } from './applications-field.tsx';
import { SignInOfUser } from './sign-in-of-user.tsx';
import { checkDraft, describeUser, isSelf, nextUser, userDraft } from './user-form.ts';

export function UserEditorPage() {
  const t = useTranslations('user.edit');
  const { id = '' } = useParams();
  const user = useQuery({ ...userQuery(id), enabled: id !== 'new' });
  return (
    <EditorPage
      id={id}
      query={user}
      titleNew={t('titleNew')}
      titleEdit={t('title')}
      nameOf={({ name }) => name}
      tab={t('title')}
      width="form"
      help="people"
    >
      {(saved, onReload) =>
        saved === undefined ? (
          <NewUserEditor />
        ) : (
          <>
            <UserEditor {...{ saved, onReload }} />
            <SignInOfUser user={saved} />
          </>
        )
      }
    </EditorPage>
  );
}

/** Loads the list first: a refusal redirects before the form is shown. Source: decision T23. */
function NewUserEditor() {
  const users = useQuery(usersQuery);
  return (
    <Loaded query={users}>
      {() => (
        <>
          <AddedUsers />
          <UserEditor />
        </>
      )}
    </Loaded>
  );
}

interface UserEditorProps {
  /** Absent for a user who is not added yet. */
  readonly saved?: User;
  readonly onReload?: (() => void) | undefined;
}

function UserEditor({ saved, onReload }: UserEditorProps) {
  const t = useTranslations();
  const client = useQueryClient();
  const tellOfSave = useSaveNews();
  const { data: summaries } = useQuery(applicationsQuery);
  const applications = new Map(summaries?.map((one) => [one.id, one]));
  const isOwn = isSelf(useSession()?.user_name, saved ?? { email: '' });
  const form = useForm({
    start: saved === undefined ? NEW_USER : userDraft(saved),
    check: checkDraft,
    save: (value, ifMatch) => saveUser(client, saved?.id, { value, ifMatch }),
    refusal: (error) => problemsOfRefusal(error, [createUser, updateUser]),
    speak: ({ code, meta }) =>
      t(`user.error.${code}`, {
        limit: Number(meta?.limit),
        group: String(meta?.group),
        provider: String(meta?.provider),
      }),
    memory: { key: useDraftKey() },
    another: saved === undefined ? nextUser : undefined,
    onSaved: ({ id, name, email, passwordLink, signOnLink }, undo, next) => {
      if (saved === undefined && (passwordLink ?? signOnLink) === undefined) {
        toast({ text: t('user.invited', { email }) });
      }
      tellOfSave({ id, name, undo, next, path: pathTo('user', { id }), list: pathTo('users') });
    },
    version: saved?.version,
  });
  const { admin, active } = form.draft;
  const managed = saved?.managed;

  function adminHint(): string {
    if (isOwn) return t('user.edit.ownAdminHint');
    return managed?.admin === undefined
      ? t('user.edit.adminHint')
      : t('user.error.MANAGED_BY_PROVIDER', managed.admin);
  }

  return (
    <EditorForm
      form={form}
      onReload={onReload}
      comparison={
        saved === undefined
          ? undefined
          : {
              load: async () => userDraft(await fetchUser(saved)),
              describe: (draft) => describeUser(t, draft, applications),
            }
      }
    >
      {saved?.invited === true && (
        <Notice tone="warning">{t('user.edit.invited', { name: saved.name })}</Notice>
      )}
      <TextField
        label={t('common.name')}
        limit={USER.bounds.name.maxChars}
        autoComplete="off"
        {...form.field('name')}
      />
      <TextField
        type="email"
        label={t('common.email')}
        hint={saved === undefined ? t('user.edit.emailHint') : t('user.edit.emailLocked')}
        autoComplete="off"
        readOnly={saved !== undefined}
        {...form.field('email')}
      />
      <SwitchField
        label={t('user.edit.admin')}
        hint={adminHint()}
        disabled={isOwn || managed?.admin !== undefined}
        {...form.field('admin')}
      />
      {typeof active === 'boolean' && (
        <SwitchField
          label={t('user.edit.active')}
          hint={t('user.edit.activeHint')}
          disabled={isOwn}
          {...form.field('active')}
          value={active}
        />
      )}
      {!admin && (
        <ApplicationsField
          {...form.field('apps')}
          roles={form.field('roles')}
          managed={managed?.apps}
        />
      )}
    </EditorForm>
  );
}
