import { TARGET_GROUP_RULE_POLICIES } from '@comporta/engine/vocabulary';
import { useTranslations } from 'use-intl/react';
import { Chip } from '../../ui/chip.tsx';
import { NativeSelect } from '../../ui/controls/native-select.ts';
import { Picker } from '../../ui/fields/picker.tsx';
import type { EditedPart, GroupsPart } from './edited-part.ts';
import { errorAt, type PartFieldsProps } from './part-fields-props.ts';
import styles from './target-group-fields.module.css';

type GroupsFieldsProps = PartFieldsProps<Extract<EditedPart, { readonly type: 'TARGET_GROUP' }>>;

/** The target groups of a rule, and how they are combined. */
export function TargetGroupFields(props: GroupsFieldsProps) {
  const { part, label, references, onRemoveGroup, refAt } = props;
  const { targetGroups } = references;
  const t = useTranslations('experiment');
  const { policy, targetGroupsIds } = part.targetGroupRule;
  const last = targetGroupsIds.at(-1);

  function change(changed: Partial<GroupsPart>) {
    props.onChange((current) =>
      current.type === 'TARGET_GROUP'
        ? { ...current, targetGroupRule: { ...current.targetGroupRule, ...changed } }
        : current,
    );
  }

  const options = [...targetGroups.values()].map(({ id, name }) =>
    targetGroupsIds.includes(id)
      ? { value: id, label: name, disabled: true, note: t('targetGroups.selected') }
      : { value: id, label: name },
  );
  return (
    <div className={styles.fields}>
      <div className={styles.policy}>
        <span aria-hidden>{t('targetGroups.user')}</span>
        <NativeSelect
          ref={refAt('targetGroupRule', 'policy')}
          aria-label={`${label}: ${t('targetGroups.policy')}`}
          value={policy}
          onChange={(event) => {
            const chosen = TARGET_GROUP_RULE_POLICIES.find(
              (known) => known === event.currentTarget.value,
            );
            if (chosen !== undefined) change({ policy: chosen });
          }}
          data={TARGET_GROUP_RULE_POLICIES.map((value) => ({ value, label: t(`policy.${value}`) }))}
        />
      </div>
      <div className={styles.groups}>
        <Picker
          ref={refAt('targetGroupRule', 'targetGroupsIds')}
          label={`${label}: ${t('targetGroups.add')}`}
          isLabelHidden
          placeholder={t('targetGroups.add')}
          noMatch={targetGroups.size === 0 ? t('targetGroups.noneYet') : t('targetGroups.noMatch')}
          options={options}
          value=""
          onChange={(id) => change({ targetGroupsIds: [...targetGroupsIds, id] })}
          error={errorAt(props, 'targetGroupRule', 'targetGroupsIds')}
          {...(last !== undefined && {
            onBackspace: () => onRemoveGroup(last),
            chips: (
              <ul className={styles.chips} aria-label={t('targetGroups.label')}>
                {targetGroupsIds.map((id) => {
                  const name = targetGroups.get(id)?.name ?? t('targetGroups.gone');
                  return (
                    <li key={id}>
                      <Chip
                        removeLabel={t('targetGroups.remove', { name })}
                        onRemove={() => onRemoveGroup(id)}
                      >
                        {name}
                      </Chip>
                    </li>
                  );
                })}
              </ul>
            ),
          })}
        />
      </div>
    </div>
  );
}
