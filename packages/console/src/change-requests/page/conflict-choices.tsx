import type { ChangeRequest, Overlap } from '@comporta/contract/change-requests/change-request';
import type { Choice } from '@comporta/contract/change-requests/merge-parts';
import type { RuleNames } from '@comporta/contract/experiments/named-rule';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { sendAction } from '../../data/change-request-queries.ts';
import { Button } from '../../ui/controls/button.ts';
import { PartName, PartView } from '../changes/part-view.tsx';
import styles from './conflict-choices.module.css';
import type { Sending } from './use-sending.ts';
import { useStoredNow } from './use-stored-now.ts';

interface ConflictChoicesProps {
  readonly request: ChangeRequest;
  readonly names: RuleNames;
  readonly sending: Sending;
  /** What the choices do; without it the overlaps are only shown. */
  readonly action: 'RESUME' | 'SUBMIT' | undefined;
}

/** The parts that the request and somebody else changed differently: a person chooses which change of each stays. */
export function ConflictChoices({ request, names, sending, action }: ConflictChoicesProps) {
  const t = useTranslations('changeRequest');
  const client = useQueryClient();
  const [choices, setChoices] = useState<Readonly<Record<string, Choice>>>({});
  const { overlaps } = request;

  function decide(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (action === undefined) return;
    const open = overlaps.find(({ key }) => choices[key] === undefined);
    if (open !== undefined) {
      sending.refuse(t('error.EDITS_CONFLICT'));
      const fields = [...event.currentTarget.querySelectorAll('fieldset')];
      fields[overlaps.indexOf(open)]?.querySelector('input')?.focus();
      return;
    }
    void sending.send(() => sendAction(client, request, { action, choices }));
  }

  return (
    <form className={styles.form} onSubmit={decide}>
      <h2>{t('conflict.title')}</h2>
      {overlaps.map((overlap) => (
        <OneOverlap
          key={overlap.key}
          {...{ request, overlap, names }}
          choice={choices[overlap.key]}
          onChoose={(choice) => setChoices({ ...choices, [overlap.key]: choice })}
        />
      ))}
      {action !== undefined && (
        <Button type="submit" loading={sending.isBusy}>
          {t(action === 'RESUME' ? 'conflict.resume' : 'conflict.submit')}
        </Button>
      )}
    </form>
  );
}

interface OneOverlapProps {
  readonly request: ChangeRequest;
  readonly overlap: Overlap;
  readonly names: RuleNames;
  readonly choice: Choice | undefined;
  readonly onChoose: (choice: Choice) => void;
}

const CHOICES = [
  ['MINE', 'mine'],
  ['THEIRS', 'theirs'],
] as const satisfies readonly (readonly [Choice, string])[];

function OneOverlap({ request, overlap, names, choice, onChoose }: OneOverlapProps) {
  const t = useTranslations('changeRequest');
  const name = useId();
  const edit = request.steps[overlap.step - 1]?.edits[overlap.edit - 1];
  const stored = useStoredNow(request.appId, edit);
  if (edit === undefined) return null;
  const bodies = { MINE: edit.result, THEIRS: stored } as const;
  return (
    <fieldset className={styles.overlap}>
      <legend>
        <PartName edit={edit} part={overlap.part} />
      </legend>
      {CHOICES.map(([value, text]) => (
        <label key={value} className={styles.choice} data-chosen={choice === value || undefined}>
          <input
            type="radio"
            name={name}
            value={value}
            checked={choice === value}
            onChange={() => onChoose(value)}
          />
          <span>
            <b>{t(`action.${text}`)}</b>
            {bodies[value] !== undefined && (
              <span className={styles.content}>
                <PartView edit={edit} part={overlap.part} body={bodies[value]} names={names} />
              </span>
            )}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
