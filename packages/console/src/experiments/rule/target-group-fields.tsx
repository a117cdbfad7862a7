import type { TargetGroup } from '@comporta/contract/target-groups/target-group';
import { TARGET_GROUP_RULE_POLICIES } from '@comporta/engine/vocabulary';
import { useTranslations } from 'use-intl/react';
import { Chip } from '../../ui/chip.tsx';
import { NativeSelect } from '../../ui/controls/native-select.ts';
import { Picker } from '../../ui/fields/picker.tsx';
import type { EditedRule, GroupsPart } from './edited-rule.ts';
import type { RuleActions } from './rule-actions.ts';
import styles from './target-group-fields.module.css';

interface TargetGroupFieldsProps {
  readonly rule: Extract<EditedRule, { readonly type: 'TARGET_GROUP' }>;
  readonly number: number;
  readonly targetGroups: ReadonlyMap<string, TargetGroup>;
  readonly error: string | undefined;
  readonly actions: RuleActions;
}

/** The target groups of a rule, and how they are combined. */
export function TargetGroupFields(props: TargetGroupFieldsProps) {
  const { rule, number: n, targetGroups, error, actions } = props;
  const t = useTranslations('experiment');
  const { policy, targetGroupsIds } = rule.targetGroupRule;
  const last = targetGroupsIds.at(-1);

  function change(part: Partial<GroupsPart>) {
    actions.change(rule.key, (current) =>
      current.type === 'TARGET_GROUP'
        ? { ...current, targetGroupRule: { ...current.targetGroupRule, ...part } }
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
          ref={actions.refAt(rule.key, 'targetGroupRule', 'policy')}
          aria-label={`${t('rule.label', { n })}: ${t('targetGroups.policy')}`}
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
          ref={actions.refAt(rule.key, 'targetGroupRule', 'targetGroupsIds')}
          label={`${t('rule.label', { n })}: ${t('targetGroups.add')}`}
          isLabelHidden
          placeholder={t('targetGroups.add')}
          noMatch={targetGroups.size === 0 ? t('targetGroups.none') : t('targetGroups.noMatch')}
          options={options}
          value=""
          onChange={(id) => change({ targetGroupsIds: [...targetGroupsIds, id] })}
          error={error}
          {...(last !== undefined && {
            onBackspace: () => actions.removeGroup(rule.key, last),
            chips: (
              <ul className={styles.chips} aria-label={t('targetGroups.label')}>
                {targetGroupsIds.map((id) => {
                  const name = targetGroups.get(id)?.name ?? t('targetGroups.gone');
                  return (
                    <li key={id}>
                      <Chip
                        removeLabel={t('targetGroups.remove', { name })}
                        onRemove={() => actions.removeGroup(rule.key, id)}
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
