import {
  type PolicyNumber,
  type SavedSignInPolicy,
  SECOND_FACTOR_RULES,
} from '@comporta/contract/identity/sign-in-policy';
import { updateSignInPolicy } from '@comporta/contract/identity/sign-in-policy-api';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { problemsOfRefusal } from '../api/problems-of-refusal.ts';
import { useDraftKey } from '../base/use-draft-key.ts';
import { fetchSignInPolicy, saveSignInPolicy } from '../data/sign-in-policy-queries.ts';
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx';
import { SelectField } from '../ui/fields/select-field.tsx';
import { SwitchField } from '../ui/fields/switch-field.tsx';
import { TextField } from '../ui/fields/text-field.tsx';
import { EditorForm } from '../ui/forms/editor-form.tsx';
import { useForm } from '../ui/forms/use-form.ts';
import { toast } from '../ui/toast-store.ts';
import { EmergencyUsers } from './emergency-users.tsx';
import { EnforcementEffect } from './enforcement-effect.tsx';
import styles from './policy-editor.module.css';
import { checkPolicyForm, type PolicyForm, policyForm } from './policy-form.ts';

interface PolicyEditorProps {
  readonly saved: SavedSignInPolicy;
  readonly onReload: () => void;
}

export function PolicyEditor({ saved, onReload }: PolicyEditorProps) {
  const t = useTranslations('signInPolicy');
  const say = useTranslations();
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const check = (draft: PolicyForm) => checkPolicyForm(draft, saved);
  const form = useForm({
    start: policyForm(saved),
    version: saved.version,
    memory: { key: useDraftKey() },
    check,
    save: (value, ifMatch) => saveSignInPolicy(client, value, ifMatch),
    refusal: (error) => problemsOfRefusal(error, [updateSignInPolicy]),
    speak: ({ code, meta }) =>
      t(`error.${code}`, { min: Number(meta?.min), max: Number(meta?.max) }),
    onSaved: () => toast({ text: t('saved') }),
  });
  const number = (name: PolicyNumber) => ({ inputMode: 'numeric', ...form.field(name) }) as const;
  const { value: login, onChange: changeLogin, ...only } = form.field('passwordLogin');
  const { onChange: changeFactor, ...secondFactor } = form.field('secondFactor');
  const isEnforced = login === 'EMERGENCY_ONLY';

  /** Asks first where everybody else is about to be logged out. */
  async function submit() {
    const begins = isEnforced && form.saved.passwordLogin !== 'EMERGENCY_ONLY';
    if (begins && check(form.draft).ok) setAsking(true);
    else await form.submit();
  }

  return (
    <>
      <EditorForm
        form={{ ...form, submit }}
        onReload={onReload}
        comparison={{
          load: async () => policyForm(await fetchSignInPolicy()),
          describe: (draft) => ({
            ...draft,
            passwordLogin: t(`passwordLogin.${draft.passwordLogin}`),
            secondFactor: t(`secondFactor.${draft.secondFactor}`),
            deviceLogin: say(`common.${draft.deviceLogin ? 'yes' : 'no'}`),
            emergencyUsers: saved.candidates
              .filter(({ id }) => draft.emergencyUsers.includes(id))
              .map(({ name }) => name),
          }),
        }}
      >
        <fieldset className={styles.part}>
          <legend>{t('enforce.heading')}</legend>
          <SwitchField
            label={t('enforce.label')}
            value={isEnforced}
            onChange={(isOn) => changeLogin(isOn ? 'EMERGENCY_ONLY' : 'EVERYBODY')}
            {...only}
          />
          {isEnforced && (
            <EnforcementEffect saved={saved} emergencyUsers={form.draft.emergencyUsers} />
          )}
          <EmergencyUsers candidates={saved.candidates} chosen={form.field('emergencyUsers')} />
        </fieldset>
        <fieldset className={styles.part}>
          <legend>{t('factor.heading')}</legend>
          <SelectField
            label={t('factor.rule')}
            options={SECOND_FACTOR_RULES.map((value) => ({
              value,
              label: t(`secondFactor.${value}`),
            }))}
            {...secondFactor}
            onChange={(rule) =>
              changeFactor(SECOND_FACTOR_RULES.find((one) => one === rule) ?? 'OPTIONAL')
            }
          />
          <TextField
            label={t('factor.graceDays')}
            hint={t('factor.graceHint')}
            {...number('graceDays')}
          />
        </fieldset>
        <fieldset className={styles.part}>
          <legend>{t('sessions.heading')}</legend>
          <TextField label={t('sessions.hours')} {...number('sessionHours')} />
          <TextField
            label={t('sessions.idle')}
            hint={t('sessions.idleHint')}
            {...number('idleMinutes')}
          />
          <TextField
            label={t('sessions.passwordMinChars')}
            hint={t('sessions.passwordHint')}
            {...number('passwordMinChars')}
          />
        </fieldset>
        <fieldset className={styles.part}>
          <legend>{t('programs.heading')}</legend>
          <TextField label={t('programs.tokenMaxDays')} {...number('tokenMaxDays')} />
          <TextField
            label={t('programs.tokenSleepDays')}
            hint={t('programs.sleepHint')}
            {...number('tokenSleepDays')}
          />
          <SwitchField label={t('programs.deviceLogin')} {...form.field('deviceLogin')} />
        </fieldset>
      </EditorForm>
      {isAsking && (
        <ConfirmDialog
          title={t('enforce.title')}
          verb={t('enforce.confirm')}
          text={
            <EnforcementEffect saved={saved} emergencyUsers={form.draft.emergencyUsers} isNow />
          }
          isBusy={form.isBusy}
          onConfirm={() => {
            setAsking(false);
            void form.submit();
          }}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}
