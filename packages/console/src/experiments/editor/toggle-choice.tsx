import type { Toggle } from '@comporta/contract/toggles/toggle';
import type { RefCallback } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { HelpLink } from '../../base/help/help-link.tsx';
import { pathTo } from '../../base/paths.ts';
import { Picker } from '../../ui/fields/picker.tsx';
import { EmptyState } from '../../ui/list/empty-state.tsx';
import type { References } from '../references.ts';
import styles from './toggle-choice.module.css';

interface ToggleChoiceProps {
  readonly appId: string;
  readonly references: References;
  readonly toggleId: string;
  readonly error: string | undefined;
  readonly fieldRef: RefCallback<HTMLElement>;
  readonly onChange: (toggle: Toggle | undefined) => void;
}

/** Chooses the toggle of a new experiment, among those without an experiment in this environment. */
export function ToggleChoice(props: ToggleChoiceProps) {
  const { appId, references, toggleId, error, fieldRef, onChange } = props;
  const t = useTranslations('experiment.toggle');
  const common = useTranslations('common');
  const { toggles, experiments, environment } = references;
  const free = [...toggles.values()].filter(
    ({ id, archived }) => !experiments.has(id) && (!archived || id === toggleId),
  );

  if (free.length === 0) {
    return (
      <EmptyState
        text={toggles.size === 0 ? t('noToggles') : t('none', { environment })}
        help={<HelpLink page="concepts" />}
      >
        <Link to={pathTo('newToggle', { appId })}>{t('create')}</Link>
      </EmptyState>
    );
  }
  return (
    <div className={styles.choice}>
      <Picker
        ref={fieldRef}
        label={t('label')}
        placeholder={t('choose')}
        noMatch={t('noMatch')}
        options={free.map(({ id, name, defaultValue }) => ({
          value: id,
          label: name,
          note: `${common('default')}: ${defaultValue}`,
        }))}
        value={toggleId}
        onChange={(id) => onChange(toggles.get(id))}
        clearLabel={t('clear')}
        error={error}
      />
    </div>
  );
}
