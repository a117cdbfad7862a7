import { updateProfile } from '@comporta/contract/users/profile-api';
import { checkProfile, PROFILE, type Profile } from '@comporta/contract/users/user';
import { isLanguage, LANGUAGES, LOCALES } from '@comporta/messages/languages';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslations } from 'use-intl/react';
import { problemsOfRefusal } from '../api/problems-of-refusal.ts';
import { useLanguage } from '../base/language.tsx';
import { LANGUAGE_NAMES } from '../base/language-names.ts';
import { Page } from '../base/page.tsx';
import { useDraftKey } from '../base/use-draft-key.ts';
import { useSaveChosenLanguage } from '../base/use-save-chosen-language.ts';
import { fetchProfile, profileQuery, saveProfile } from '../data/user-queries.ts';
import { NativeSelect } from '../ui/controls/native-select.ts';
import { TextInput } from '../ui/controls/text-input.ts';
import { TextField } from '../ui/fields/text-field.tsx';
import { EditorForm } from '../ui/forms/editor-form.tsx';
import { useForm } from '../ui/forms/use-form.ts';
import { Loaded } from '../ui/list/loaded.tsx';
import { toast } from '../ui/toast-store.ts';

const SecuritySection = lazy(async () => ({
  default: (await import('../security/security-section.tsx')).SecuritySection,
}));

/** The settings that all users may change themselves: their name, their language, and how they log in. */
export function ProfilePage() {
  const t = useTranslations('user.profile');
  const profile = useQuery(profileQuery);
  return (
    <Page title={t('title')} width="form" help="people">
      <Loaded query={profile}>
        {(saved, reload) => <ProfileEditor saved={saved} onReload={reload} />}
      </Loaded>
      <Suspense>
        <SecuritySection />
      </Suspense>
    </Page>
  );
}

interface ProfileEditorProps {
  readonly saved: Profile;
  readonly onReload: () => void;
}

function ProfileEditor({ saved, onReload }: ProfileEditorProps) {
  const t = useTranslations();
  const client = useQueryClient();
  const form = useForm({
    start: { name: saved.name },
    version: saved.version,
    check: checkProfile,
    save: (value, ifMatch) => saveProfile(client, value, ifMatch),
    refusal: (error) => problemsOfRefusal(error, [updateProfile]),
    speak: ({ code, meta }) => t(`user.error.${code}`, { limit: Number(meta?.limit) }),
    memory: { key: useDraftKey() },
    onSaved: () => toast({ text: t('user.profile.saved') }),
  });
  return (
    <EditorForm
      form={form}
      onReload={onReload}
      comparison={{ load: fetchProfile, describe: ({ name }) => ({ name }) }}
    >
      <TextField
        label={t('common.name')}
        limit={PROFILE.bounds.name.maxChars}
        autoComplete="name"
        {...form.field('name')}
      />
      <TextInput
        readOnly
        label={t('common.email')}
        description={t('user.profile.ownEmail')}
        value={saved.email}
      />
      <LanguageChoice />
    </EditorForm>
  );
}

function LanguageChoice() {
  const t = useTranslations();
  const saveChosenLanguage = useSaveChosenLanguage();
  return (
    <NativeSelect
      label={t('language.label')}
      description={t('user.profile.language')}
      value={useLanguage()}
      onChange={({ currentTarget: { value } }) => isLanguage(value) && saveChosenLanguage(value)}
    >
      {LANGUAGES.map((language) => (
        <option key={language} value={language} lang={LOCALES[language]}>
          {LANGUAGE_NAMES[language]}
        </option>
      ))}
    </NativeSelect>
  );
}
