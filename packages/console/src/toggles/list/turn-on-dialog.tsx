import { isProduction } from '@comporta/contract/applications/production';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/controls/button.ts';
import { NativeSelect } from '../../ui/controls/native-select.ts';
import { Radio } from '../../ui/controls/radio.ts';
import { TextInput } from '../../ui/controls/text-input.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import {
  FIELD_LIMITS,
  FIRST_AUDIENCES,
  type FirstAudience,
  firstRules,
  firstRulesDraft,
} from './first-rules.ts';
import type { SwitchedRules } from './rules-switch.tsx';
import styles from './switch-dialog.module.css';
import { useTurnOn } from './use-turn-on.ts';

interface TurnOnDialogProps {
  readonly rules: Omit<SwitchedRules, 'experiment'>;
  readonly onClose: () => void;
}

/** Creates the first rules of a toggle in an environment: one value for everyone, a percentage or some users. */
export function TurnOnDialog({ rules, onClose }: TurnOnDialogProps) {
  const { toggle, environment } = rules;
  const t = useTranslations();
  const { turnOn, failure, isBusy } = useTurnOn(rules, onClose);
  const [draft, setDraft] = useState(() => firstRulesDraft(toggle));
  const [typed, setTyped] = useState('');
  const mustType = isProduction(environment);
  const body = firstRules(toggle, draft);
  const names = { toggle: toggle.name, environment: environment.name };

  return (
    <Dialog
      title={t('toggle.switch.turnOnIn', names)}
      onClose={onClose}
      onSubmit={() => body !== undefined && void turnOn(body)}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button
            type="submit"
            loading={isBusy}
            disabled={body === undefined || (mustType && typed.trim() !== environment.name)}
          >
            {t('toggle.switch.turnOnVerb')}
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        {failure !== undefined && <Alert>{failure}</Alert>}
        <NativeSelect
          data-autofocus
          label={t('toggle.switch.value')}
          value={draft.value}
          onChange={(event) => setDraft({ ...draft, value: event.currentTarget.value })}
          data={toggle.values.filter((value) => value !== toggle.defaultValue)}
        />
        <Radio.Group
          label={t('toggle.switch.audience')}
          value={draft.audience}
          onChange={(audience) => setDraft({ ...draft, audience: audience as FirstAudience })}
        >
          {FIRST_AUDIENCES.map((audience) => (
            <Radio key={audience} mt={6} value={audience} label={t(`toggle.switch.${audience}`)} />
          ))}
        </Radio.Group>
        {draft.audience !== 'everyone' && (
          <TextInput
            label={
              draft.audience === 'percentage'
                ? t('toggle.switch.percentageField', FIELD_LIMITS.percentage)
                : t('toggle.switch.usersField', FIELD_LIMITS.users)
            }
            value={draft[draft.audience]}
            inputMode={draft.audience === 'percentage' ? 'numeric' : 'text'}
            onChange={(event) =>
              setDraft({ ...draft, [draft.audience]: event.currentTarget.value })
            }
          />
        )}
        {mustType && (
          <TextInput
            label={t('dialog.confirm.typeName', { name: environment.name })}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autoComplete="off"
            spellCheck={false}
          />
        )}
      </div>
    </Dialog>
  );
}
