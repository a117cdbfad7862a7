import { isProduction } from '@comporta/contract/applications/production';
import { useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { pathTo } from '../../base/paths.ts';
import { useOutcomeWords } from '../../parts/outcome/outcome-words.ts';
import { useStatusSending } from '../../parts/status/use-status-sending.ts';
import { Button } from '../../ui/controls/button.ts';
import { TextInput } from '../../ui/controls/text-input.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import type { SwitchedRules } from './rules-switch.tsx';
import styles from './switch-dialog.module.css';

interface SwitchDialogProps {
  readonly rules: SwitchedRules & { readonly experiment: NonNullable<SwitchedRules['experiment']> };
  readonly onClose: () => void;
}

/** Asks for a confirmation before rules change that affect real users, or toggles that depend on this one. */
export function SwitchDialog({ rules, onClose }: SwitchDialogProps) {
  const t = useTranslations();
  const { sentence } = useOutcomeWords();
  const send = useStatusSending();
  const [typed, setTyped] = useState('');
  const [isBusy, setBusy] = useState(false);
  const { toggle, environment, experiment } = rules;
  const isActive = experiment.status === 'ACTIVE';
  const action = isActive ? 'pause' : 'restart';
  const mustType = isProduction(environment);
  const after = { ...experiment, status: isActive ? 'PAUSED' : 'ACTIVE' } as const;

  async function confirm() {
    setBusy(true);
    const names = { toggle: toggle.name, environment: environment.name };
    await send({ appId: toggle.appId, ...experiment }, action, names);
    onClose();
  }

  return (
    <Dialog
      title={t(`toggle.switch.${action}`, { toggle: toggle.name, environment: environment.name })}
      role="alertdialog"
      onClose={onClose}
      onSubmit={() => void confirm()}
      footer={
        <>
          <Button variant="default" onClick={onClose} data-autofocus={!mustType || undefined}>
            {t('common.cancel')}
          </Button>
          <Button
            type="submit"
            color={isActive ? 'danger' : 'water'}
            loading={isBusy}
            disabled={mustType && typed.trim() !== environment.name}
          >
            {t(`toggle.switch.${action}Verb`)}
          </Button>
        </>
      }
    >
      <ul className={styles.change}>
        <li>{t('toggle.switch.before', { outcome: sentence(toggle, experiment) })}</li>
        <li>{t('toggle.switch.after', { outcome: sentence(toggle, after) })}</li>
      </ul>
      <p>{t('toggle.switch.newPhase')}</p>
      {isActive && experiment.dependents.length > 0 && (
        <>
          <p>{t('toggle.switch.dependents')}</p>
          <ul className={styles.change}>
            {experiment.dependents.map(({ id, toggleName }) => (
              <li key={id}>
                <Link to={pathTo('experiment', { appId: toggle.appId, envId: environment.id, id })}>
                  {toggleName}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
      {mustType && (
        <TextInput
          data-autofocus
          label={t('dialog.confirm.typeName', { name: environment.name })}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
        />
      )}
    </Dialog>
  );
}
