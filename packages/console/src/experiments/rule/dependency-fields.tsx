import { shownValue } from '@comporta/messages/shown-value';
import { useTranslations } from 'use-intl/react';
import { NativeSelect } from '../../ui/controls/native-select.ts';
import { Picker } from '../../ui/fields/picker.tsx';
import type { References } from '../references.ts';
import styles from './dependency-fields.module.css';
import type { EditedRule } from './edited-rule.ts';
import type { RuleActions } from './rule-actions.ts';

interface DependencyFieldsProps {
  readonly rule: Extract<EditedRule, { readonly type: 'TOGGLE_DEPENDENCY' }>;
  readonly number: number;
  /** The experiment's own toggle; its rules cannot depend on it. */
  readonly ownToggleId: string;
  readonly references: References;
  readonly errors: { readonly toggleId: string | undefined; readonly value: string | undefined };
  readonly actions: RuleActions;
}

/** Another toggle, and the value that it has to return. */
export function DependencyFields(props: DependencyFieldsProps) {
  const { rule, number: n, ownToggleId, references, errors, actions } = props;
  const t = useTranslations('experiment');
  const { toggleId, value } = rule.toggleDependencyRule;
  const toggle = references.toggles.get(toggleId);
  // An archived toggle is not offered, unless the rule already refers to it.
  const others = [...references.toggles.values()].filter(
    ({ id, archived }) => id !== ownToggleId && (!archived || id === toggleId),
  );

  function change(part: { readonly toggleId: string; readonly value: string }) {
    actions.change(rule.key, (current) =>
      current.type === 'TOGGLE_DEPENDENCY' ? { ...current, toggleDependencyRule: part } : current,
    );
  }

  return (
    <div>
      <div className={styles.fields}>
        <Picker
          ref={actions.refAt(rule.key, 'toggleDependencyRule', 'toggleId')}
          label={`${t('rule.label', { n })}: ${t('dependency.toggle')}`}
          isLabelHidden
          placeholder={t('dependency.choose')}
          noMatch={t('toggle.noMatch')}
          options={others.map(({ id, name }) => ({ value: id, label: name }))}
          value={toggle === undefined ? '' : toggleId}
          onChange={(chosen) => change({ toggleId: chosen, value: '' })}
          error={errors.toggleId}
        />
        <span aria-hidden className={styles.returns}>
          {t('dependency.value')}
        </span>
        <NativeSelect
          ref={actions.refAt(rule.key, 'toggleDependencyRule', 'value')}
          aria-label={`${t('rule.label', { n })}: ${t('dependency.value')}`}
          value={value}
          disabled={toggle === undefined}
          onChange={(event) => change({ toggleId, value: event.currentTarget.value })}
          error={errors.value}
        >
          <option value="">{t('dependency.chooseValue')}</option>
          {toggle?.values.map((offered) => (
            <option key={offered} value={offered}>
              {shownValue(offered)}
            </option>
          ))}
        </NativeSelect>
      </div>
      {toggle !== undefined && <DependencyNote toggle={toggle} references={references} />}
    </div>
  );
}

interface DependencyNoteProps {
  readonly toggle: { readonly id: string; readonly name: string; readonly defaultValue: string };
  readonly references: References;
}

/** Notes that a toggle without an active experiment here always returns its default. Source: decision R50. */
function DependencyNote({ toggle, references }: DependencyNoteProps) {
  const t = useTranslations('experiment.dependency');
  const { environment, experiments } = references;
  const status = experiments.get(toggle.id)?.status;
  if (status === 'ACTIVE') return null;
  const names = { toggle: toggle.name, environment, value: toggle.defaultValue };
  return (
    <p className={styles.note}>
      {status === undefined ? t('noExperiment', names) : t('paused', names)}
    </p>
  );
}
