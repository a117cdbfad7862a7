import { NEW_PROVIDER, type Provider } from '@comporta/contract/identity/provider';
import { createProvider, updateProvider } from '@comporta/contract/identity/provider-api';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { problemsOfRefusal } from '../../api/problems-of-refusal.ts';
import { EditorPage } from '../../base/editor-page.tsx';
import { pathTo } from '../../base/paths.ts';
import { TextsOfSignOn } from '../../base/texts/texts-of-sign-on.tsx';
import { useDraftKey } from '../../base/use-draft-key.ts';
import { useSaveNews } from '../../base/use-save-news.ts';
import { applicationsQuery } from '../../data/application-queries.ts';
import { fetchProvider, providerQuery, saveProvider } from '../../data/provider-queries.ts';
import { EditorForm } from '../../ui/forms/editor-form.tsx';
import { useForm } from '../../ui/forms/use-form.ts';
import { ProviderFields } from './provider-fields.tsx';
import { checkDraft, describeProvider, providerDraft } from './provider-form.ts';
import { TestSignIn } from './test-sign-in.tsx';

export function ProviderEditorPage() {
  return (
    <TextsOfSignOn>
      <Editor />
    </TextsOfSignOn>
  );
}

function Editor() {
  const t = useTranslations('provider');
  const { id = '' } = useParams();
  const provider = useQuery({ ...providerQuery(id), enabled: id !== 'new' });
  return (
    <EditorPage
      id={id}
      query={provider}
      titleNew={t('titleNew')}
      titleEdit={t('titleEdit')}
      nameOf={({ name }) => name}
      width="form"
      help="people"
    >
      {(saved, onReload) => (
        <>
          {saved !== undefined && <TestSignIn provider={saved} />}
          <ProviderForm saved={saved} onReload={onReload} />
        </>
      )}
    </EditorPage>
  );
}

interface ProviderFormProps {
  /** Absent for a provider that is not added yet. */
  readonly saved: Provider | undefined;
  readonly onReload: (() => void) | undefined;
}

function ProviderForm({ saved, onReload }: ProviderFormProps) {
  const t = useTranslations('provider');
  const say = useTranslations();
  const client = useQueryClient();
  const tellOfSave = useSaveNews();
  const { data: applications } = useQuery(applicationsQuery);
  const names = new Map(applications?.map(({ id, name }) => [id, name]));
  const form = useForm({
    start: saved === undefined ? NEW_PROVIDER : providerDraft(saved),
    check: checkDraft,
    save: (value, ifMatch) => saveProvider(client, saved?.id, { value, ifMatch }),
    refusal: (error) => problemsOfRefusal(error, [createProvider, updateProvider]),
    speak: ({ code, meta }) =>
      t(`error.${code}`, { limit: Number(meta?.limit), max: String(meta?.max) }),
    memory: { key: useDraftKey(), secret: ['clientSecret'] },
    onSaved: ({ id, name }, undo) => {
      const path = pathTo('provider', { id });
      // A new one shows the address that the provider has to allow.
      tellOfSave({ id, name, undo, path, list: saved === undefined ? path : pathTo('providers') });
    },
    version: saved?.version,
  });
  return (
    <EditorForm
      form={form}
      onReload={onReload}
      comparison={
        saved === undefined
          ? undefined
          : {
              load: async () => providerDraft(await fetchProvider(saved)),
              describe: (draft) => describeProvider(say, draft, names),
            }
      }
    >
      <ProviderFields field={form.field} saved={saved} applications={applications ?? []} />
    </EditorForm>
  );
}
