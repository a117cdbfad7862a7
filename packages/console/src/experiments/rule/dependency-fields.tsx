import type { ToggleDependencyRule } from '@comporta/engine/snapshot';
import { shownValue } from '@comporta/messages/shown-value';
import { useTranslations } from 'use-intl/react';
import { NativeSelect } from '../../ui/controls/native-select.ts';
import { Picker } from '../../ui/fields/picker.tsx';
import type { References } from '../references.ts';
import styles from './dependency-fields.module.css';
import type { EditedPart } from './edited-part.ts';
import { errorAt, type PartFieldsProps } from './part-fields-props.ts';

type DependencyFieldsProps = PartFieldsProps<
  Extract<EditedPart, { readonly type: 'TOGGLE_DEPENDENCY' }>
>;

/** Another toggle, and the value that it has to return. */
export function DependencyFields(props: DependencyFieldsProps) {
  const { part, label, ownToggleId, references, refAt } = props;
  const t = useTranslations('experiment');
  const { toggleId, value } = part.toggleDependencyRule;
  const toggle = references.toggles.get(toggleId);
  // An archived toggle is not offered, unless the rule already refers to it.
  const others = [...references.toggles.values()].filter(
    ({ id, archived }) => id !== ownToggleId && (!archived || id === toggleId),
  );

  function change(toggleDependencyRule: ToggleDependencyRule) {
    props.onChange(() => ({ type: 'TOGGLE_DEPENDENCY', toggleDependencyRule }));
  }

  return (
    <div>
      <div className={styles.fields}>
        <Picker
          ref={refAt('toggleDependencyRule', 'toggleId')}
          label={`${label}: ${t('dependency.toggle')}`}
          isLabelHidden
          placeholder={t('dependency.choose')}
          noMatch={t('toggle.noMatch')}
          options={others.map(({ id, name }) => ({ value: id, label: name }))}
          value={toggle === undefined ? '' : toggleId}
          onChange={(chosen) => change({ toggleId: chosen, value: '' })}
          error={errorAt(props, 'toggleDependencyRule', 'toggleId')}
        />
        <span aria-hidden className={styles.returns}>
          {t('dependency.value')}
        </span>
        <NativeSelect
          ref={refAt('toggleDependencyRule', 'value')}
          aria-label={`${label}: ${t('dependency.value')}`}
          value={value}
          disabled={toggle === undefined}
          onChange={(event) => change({ toggleId, value: event.currentTarget.value })}
          error={errorAt(props, 'toggleDependencyRule', 'value')}
        >
          <option value="">{t('dependency.chooseValue')}</option>
          {toggle?.values.map((offered) => (
            <option key={offered} value={offered}>
              {shownValue(offered, toggle.values)}
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
