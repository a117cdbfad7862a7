import { useId } from 'react';
import { useFormatter, useTranslations } from 'use-intl/react';
import { Button } from '../../ui/controls/button.ts';
import { TextInput } from '../../ui/controls/text-input.ts';
import { readClock } from '../../ui/dates/clock-change.ts';
import { offsetAt, timeInUtc } from '../../ui/dates/local-moment.ts';
import { localTimeZone } from '../../ui/local-time-zone.ts';
import { chosenMoment, type MomentChoice, momentChoice } from './moment-choice.ts';
import styles from './moment-choice-field.module.css';

interface MomentChoiceFieldProps {
  readonly label: string;
  readonly value: MomentChoice;
  readonly error?: string | undefined;
  readonly onChange: (value: MomentChoice) => void;
}

/**
 * A day and a time in the zone of the browser, and what that is in UTC. About a time that a clock change removes or
 * doubles, it asks. Source: SAF-12.
 */
export function MomentChoiceField({ label, value, error, onChange }: MomentChoiceFieldProps) {
  const t = useTranslations('apply');
  const at = chosenMoment(value);
  return (
    <div className={styles.field}>
      <TextInput
        type="datetime-local"
        label={label}
        value={value.local}
        error={error}
        description={at && t('utc', { offset: offsetAt(at), time: timeInUtc(at) })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        onChange={({ currentTarget }) => onChange({ local: currentTarget.value, which: undefined })}
      />
      <ClockQuestion value={value} onChange={onChange} />
    </div>
  );
}

function ClockQuestion({ value, onChange }: Pick<MomentChoiceFieldProps, 'value' | 'onChange'>) {
  const t = useTranslations('apply');
  const format = useFormatter();
  const name = useId();
  const reading = readClock(value.local);
  const time = value.local.slice(11);
  if (reading?.kind === 'never') {
    const other = format.dateTime(reading.instead, {
      timeStyle: 'short',
      timeZone: localTimeZone(),
    });
    return (
      <div role="alert" className={styles.question}>
        {t('removed', { time, other })}{' '}
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => onChange(momentChoice(reading.instead))}
        >
          {t('removedYes', { other })}
        </Button>
      </div>
    );
  }
  if (reading?.kind !== 'twice') return null;
  return (
    <fieldset className={styles.question}>
      <legend>{t('doubled', { time })}</legend>
      {(['first', 'second'] as const).map((which) => (
        <label key={which}>
          <input
            type="radio"
            name={name}
            checked={value.which === which}
            onChange={() => onChange({ ...value, which })}
          />{' '}
          {t('utc', { offset: offsetAt(reading[which]), time: timeInUtc(reading[which]) })}
        </label>
      ))}
    </fieldset>
  );
}
