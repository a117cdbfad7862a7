import type { ConditionProperties } from '@comporta/contract/conditions/condition';
import type { Problem } from '@comporta/contract/problem';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useTranslations } from 'use-intl/react';
import { ConditionFields } from '../../parts/conditions/condition-fields.tsx';
import { NEW_CONDITION } from '../../parts/conditions/condition-form.ts';
import { Button } from '../../ui/controls/button.ts';
import type { SaveCode } from '../editor/experiment-problems.ts';
import { AddCondition } from './audience-fields.tsx';
import { conditionErrorOf } from './condition-error.ts';
import { type EditedRule, withoutVersionRule, withVersionRule } from './edited-rule.ts';
import type { RuleActions } from './rule-actions.ts';
import styles from './version-filter.module.css';

interface VersionFilterProps {
  readonly rule: EditedRule;
  readonly number: number;
  readonly problems: readonly Problem<SaveCode>[];
  readonly textOf: (problem: Problem<SaveCode>) => string;
  /** Properties of type SEMANTIC_VERSION; without one there is nothing to filter by. */
  readonly properties: ConditionProperties;
  readonly actions: RuleActions;
}

/** Limits a rule to some versions of the customer's system: offered as a button, shown, or absent. */
export function VersionFilter(props: VersionFilterProps) {
  const { rule, number, problems, textOf, properties, actions } = props;
  const t = useTranslations('experiment');
  const [firstId] = properties.keys();
  const { versionRule } = rule;

  if (versionRule !== undefined) {
    return (
      <>
        <div className={styles.additions}>
          <AddCondition rule={rule} actions={actions} />
        </div>
        <div className={styles.filter}>
          <span className={styles.label}>{t('versionFilter.label')}</span>
          <div className={styles.fields}>
            <ConditionFields
              refAt={(field) => actions.refAt(rule.key, 'versionRule', field)}
              label={`${t('rule.label', { n: number })}, ${t('versionFilter.label')}`}
              condition={versionRule}
              properties={properties}
              onChange={(changed) =>
                actions.change(rule.key, (current) => withVersionRule(current, changed))
              }
              error={conditionErrorOf('versionRule', problems, textOf)}
            />
            <button
              type="button"
              className={styles.remove}
              aria-label={t('versionFilter.remove')}
              title={t('versionFilter.remove')}
              onClick={() => actions.change(rule.key, withoutVersionRule)}
            >
              <IconX size={16} />
            </button>
          </div>
        </div>
      </>
    );
  }
  return (
    <div className={styles.additions}>
      <AddCondition rule={rule} actions={actions} />
      {firstId !== undefined && (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={14} />}
          onClick={() =>
            actions.change(rule.key, (current) =>
              withVersionRule(current, { ...NEW_CONDITION, propertyId: firstId }),
            )
          }
        >
          {t('versionFilter.add')}
        </Button>
      )}
    </div>
  );
}
