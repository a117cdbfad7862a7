import {
  APPLICATION_NAME_MAX_CHARS,
  type Application,
  IDLE_DAYS,
  NOTIFICATION_LANGUAGES,
} from '@comporta/contract/applications/application';
import {
  createApplication,
  updateApplication,
} from '@comporta/contract/applications/application-api';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useRef, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { problemsOfRefusal } from '../api/problems-of-refusal.ts';
import { useLanguage } from '../base/language.tsx';
import { Page } from '../base/page.tsx';
import { pathTo } from '../base/paths.ts';
import { useDraftKey } from '../base/use-draft-key.ts';
import { useSaveNews } from '../base/use-save-news.ts';
import {
  applicationQuery,
  fetchApplication,
  saveApplication,
} from '../data/application-queries.ts';
import { SelectField } from '../ui/fields/select-field.tsx';
import { TextField } from '../ui/fields/text-field.tsx';
import { EditorForm } from '../ui/forms/editor-form.tsx';
import { useIsReadOnly } from '../ui/forms/read-only.ts';
import { useForm } from '../ui/forms/use-form.ts';
import { Loaded } from '../ui/list/loaded.tsx';
import {
  applicationDraft,
  checkApplicationForm,
  describeApplication,
  newApplication,
} from './application-form.ts';
import { EnvironmentsField } from './environments-field.tsx';
import { TestNotification } from './test-notification.tsx';

export function NewApplicationPage() {
  const t = useTranslations('app');
  return (
    <Page title={t('titleNew')} width="form" help="environments">
      <ApplicationEditor />
    </Page>
  );
}

export function ApplicationEditorPage() {
  const t = useTranslations('app');
  const { appId = '' } = useParams();
  const application = useQuery(applicationQuery(appId));
  return (
    <Page title={application.data?.name ?? t('titleEdit')} width="form" help="environments">
      <Loaded query={application}>
        {(saved, reload) => <ApplicationEditor key={appId} saved={saved} onReload={reload} />}
      </Loaded>
    </Page>
  );
}

const LifecycleSettingsFields = lazy(async () => ({
  default: (await import('./lifecycle/lifecycle-settings-fields.tsx')).LifecycleSettingsFields,
}));

function hasLost(saved: Application | undefined, kept: Application['environments']): boolean {
  const ids = new Set(kept.map(({ id }) => id));
  return saved?.environments.some(({ id }) => !ids.has(id)) ?? false;
}

interface ApplicationEditorProps {
  /** Absent for an application that is not created yet. */
  readonly saved?: Application;
  readonly onReload?: () => void;
}

function ApplicationEditor({ saved, onReload }: ApplicationEditorProps) {
  const t = useTranslations();
  const client = useQueryClient();
  const tellOfSave = useSaveNews();
  const [params] = useSearchParams();
  const language = useLanguage();
  const isReadOnly = useIsReadOnly();
  const typed = useRef('');
  const form = useForm({
    start: saved === undefined ? newApplication(language) : applicationDraft(saved),
    check: (draft) => checkApplicationForm(draft, typed.current),
    save: (value, ifMatch, start) => saveApplication(client, saved?.id, { value, start, ifMatch }),
    refusal: (error) => problemsOfRefusal(error, [createApplication, updateApplication]),
    speak: ({ code, meta }) => {
      if (code === 'NOT_ENTERED') {
        return t('app.environment.notEntered', { name: String(meta?.name) });
      }
      if (meta?.field === 'idleDays') return t('app.idleDays', IDLE_DAYS);
      return t(`app.error.${code}`, {
        limit: Number(meta?.limit),
        max: Number(meta?.['max-environments']),
      });
    },
    // A webhook is a secret: the browser must not store it.
    memory: { key: useDraftKey(), secret: ['notificationWebhook'] },
    onSaved: ({ id: appId, name, environments }, undo, next) =>
      tellOfSave({
        id: appId,
        name,
        next,
        path: pathTo('application', { appId }),
        list: saved === undefined ? pathTo('newToggle', { appId }) : pathTo('settings', { appId }),
        // An undo could restore a removed environment's name, but not its contents.
        undo: hasLost(saved, environments) ? undefined : undo,
      }),
    version: saved?.version,
  });
  const languages = NOTIFICATION_LANGUAGES.map((value) => ({
    value,
    label: t(`language.${value}`),
  }));
  const webhook = form.field('notificationWebhook');
  // A reset also clears a half-typed name in the field of the environments.
  const [resets, setResets] = useState(0);
  function reset() {
    form.reset();
    setResets(resets + 1);
  }

  return (
    <EditorForm
      form={{ ...form, reset }}
      onReload={onReload}
      comparison={
        saved === undefined
          ? undefined
          : {
              load: async () => applicationDraft(await fetchApplication(saved)),
              describe: (draft) => describeApplication(t, draft),
            }
      }
    >
      <TextField
        label={t('common.name')}
        limit={APPLICATION_NAME_MAX_CHARS}
        {...form.field('name')}
      />
      <EnvironmentsField
        key={resets}
        typed={typed}
        appId={saved?.id}
        editedId={params.get('environment') ?? undefined}
        {...form.field('environments')}
      />
      {/* Viewers do not get it: it would look as if there were none. */}
      {!isReadOnly && (
        <TextField
          type="url"
          label={t('common.optionalLabel', { label: t('app.webhook.label') })}
          hint={t('app.webhook.hint')}
          {...webhook}
        />
      )}
      {saved !== undefined && saved.notificationWebhook !== null && (
        <TestNotification
          appId={saved.id}
          isSaved={webhook.value.trim() === saved.notificationWebhook}
        />
      )}
      <SelectField
        label={t('app.notificationLanguage')}
        options={languages}
        {...form.field('notificationLanguage')}
      />
      {saved !== undefined && (
        <Suspense>
          <LifecycleSettingsFields
            idleDays={form.field('idleDays')}
            staleDigest={form.field('staleDigest')}
          />
        </Suspense>
      )}
    </EditorForm>
  );
}
