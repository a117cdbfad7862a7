import type { ApplicationSummary } from '@comporta/contract/applications/application';
import { MAPPING_MODES } from '@comporta/contract/identity/map-groups';
import { PROVIDER, type Provider, type ProviderDraft } from '@comporta/contract/identity/provider';
import { useTranslations } from 'use-intl/react';
import { CopyButton } from '../../ui/copy-button.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { SwitchField } from '../../ui/fields/switch-field.tsx';
import { PasswordField, TextField } from '../../ui/fields/text-field.tsx';
import type { Field } from '../../ui/forms/use-form.ts';
import { LinesField } from './lines-field.tsx';
import { MappingField } from './mapping-field.tsx';
import styles from './provider-fields.module.css';

interface ProviderFieldsProps {
  readonly field: <Name extends keyof ProviderDraft & string>(
    name: Name,
  ) => Field<ProviderDraft[Name]>;
  readonly saved: Provider | undefined;
  readonly applications: readonly ApplicationSummary[];
}

export function ProviderFields({ field, saved, applications }: ProviderFieldsProps) {
  const t = useTranslations('provider');
  const text = (name: 'slug' | 'issuer' | 'clientId' | 'name') => {
    const { value, ...others } = field(name);
    return { ...others, value: value ?? '' };
  };
  const flag = (name: 'trustsEmails' | 'createsUsers' | 'secondFactorThere' | 'enabled') => {
    const { value, ...others } = field(name);
    return { ...others, value: value ?? false };
  };
  const { value: secret, ...clientSecret } = field('clientSecret');
  const { value: pointer, ...groupsAt } = field('groupsAt');
  const { value: mode, onChange: changeMode, ...mappingMode } = field('mappingMode');
  return (
    <>
      <TextField
        label={t('name')}
        hint={t('nameHint')}
        limit={PROVIDER.bounds.name.maxChars}
        autoComplete="off"
        {...text('name')}
      />
      <TextField
        label={t('slug')}
        hint={t('slugHint', { slug: text('slug').value || '…' })}
        autoComplete="off"
        trimmed
        {...text('slug')}
      />
      <TextField
        label={t('issuer')}
        hint={t('issuerHint')}
        type="url"
        trimmed
        {...text('issuer')}
      />
      <TextField label={t('clientId')} autoComplete="off" trimmed {...text('clientId')} />
      <PasswordField
        label={t('clientSecret')}
        autoComplete="new-password"
        {...(saved?.hasSecret && { hint: t('secretKept') })}
        {...clientSecret}
        value={secret ?? ''}
      />
      {saved === undefined ? (
        <p className={styles.note}>{t('callbackLater')}</p>
      ) : (
        <div className={styles.note}>
          {t('callback', { url: saved.callbackUrl })}{' '}
          <CopyButton text={saved.callbackUrl} label={t('copyCallback')} />
        </div>
      )}
      <LinesField label={t('scopes')} {...field('scopes')} />
      <SwitchField label={t('enabled')} {...flag('enabled')} />

      <h2 className={styles.heading}>{t('who')}</h2>
      <LinesField label={t('domains')} hint={t('domainsHint')} {...field('domains')} />
      <SwitchField label={t('createsUsers')} {...flag('createsUsers')} />
      <SwitchField label={t('trustsEmails')} hint={t('trustsHint')} {...flag('trustsEmails')} />
      <SwitchField
        label={t('secondFactorThere')}
        hint={t('secondFactorHint')}
        {...flag('secondFactorThere')}
      />

      <h2 className={styles.heading}>{t('groups')}</h2>
      <TextField
        label={t('groupsAt')}
        hint={t('groupsAtHint')}
        trimmed
        monospace
        {...groupsAt}
        value={pointer ?? ''}
      />
      <LinesField
        label={t('requiredGroups')}
        hint={t('requiredHint')}
        {...field('requiredGroups')}
      />
      <SelectField
        label={t('mapping.label')}
        options={MAPPING_MODES.map((one) => ({ value: one, label: t(`mapping.${one}`) }))}
        {...mappingMode}
        value={mode ?? 'OFF'}
        onChange={(value) => changeMode(MAPPING_MODES.find((one) => one === value))}
      />
      {mode !== 'OFF' && <MappingField applications={applications} {...field('mapping')} />}
    </>
  );
}
