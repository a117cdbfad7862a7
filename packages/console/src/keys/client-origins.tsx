import {
  type ClientAccess,
  type ClientAccessDraft,
  checkClientAccess,
} from '@comporta/contract/keys/client-access';
import { updateClientAccess } from '@comporta/contract/keys/client-access-api';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { problemsOfRefusal } from '../api/problems-of-refusal.ts';
import {
  clientAccessQuery,
  fetchClientAccess,
  saveOrigins,
} from '../data/environment-key-queries.ts';
import { Notice } from '../ui/alert.tsx';
import { Button } from '../ui/controls/button.ts';
import { Textarea } from '../ui/controls/textarea.ts';
import { Form } from '../ui/forms/form.tsx';
import { FormConflict } from '../ui/forms/form-conflict.tsx';
import { UnsavedGuard } from '../ui/forms/unsaved-guard.tsx';
import { useForm } from '../ui/forms/use-form.ts';
import { toast } from '../ui/toast-store.ts';

interface ClientOriginsProps {
  readonly place: { readonly appId: string; readonly envId: string };
  readonly saved: ClientAccess;
}

function describe({ origins }: ClientAccessDraft) {
  return { origins: origins.filter((origin) => origin.trim() !== '') };
}

/** The origins whose pages may use the client key, one in each line. */
export function ClientOrigins({ place, saved }: ClientOriginsProps) {
  const t = useTranslations('key.client');
  const client = useQueryClient();
  const access = useQuery(clientAccessQuery(place.appId, place.envId));
  const start: ClientAccessDraft = { origins: saved.origins };
  const form = useForm({
    start,
    version: saved.version,
    check: checkClientAccess,
    save: (body, ifMatch) => saveOrigins(client, place, { body, ifMatch }),
    refusal: (error) => problemsOfRefusal(error, [updateClientAccess]),
    speak: ({ code, at, meta }) =>
      t(`error.${code}`, { line: Number(at[1]) + 1, limit: Number(meta?.limit) }),
    onSaved: () => toast({ text: t('originsSaved') }),
  });
  const { value, onChange, ...field } = form.field('origins');
  return (
    <Form form={form}>
      {saved.origins.length === 0 && <Notice tone="warning">{t('anyOrigin')}</Notice>}
      <Textarea
        {...field}
        label={t('origins')}
        description={t('originsHint')}
        autosize
        minRows={2}
        value={value.join('\n')}
        onChange={(event) => onChange(event.currentTarget.value.split('\n'))}
      />
      <div>
        <Button type="submit" variant="default" loading={form.isBusy} disabled={!form.isChanged}>
          {t('saveOrigins')}
        </Button>
      </div>
      <UnsavedGuard hasUnsaved={form.hasUnsaved} isSaving={form.isBusy} />
      {form.conflict !== undefined && (
        <FormConflict
          conflict={form.conflict}
          comparison={{ load: () => fetchClientAccess(place), describe }}
          saved={form.saved}
          draft={form.draft}
          onOverwrite={(theirs) => void form.overwrite(theirs)}
          onReload={() => {
            form.reset();
            form.dismissConflict();
            void access.refetch();
          }}
          onClose={form.dismissConflict}
        />
      )}
    </Form>
  );
}
