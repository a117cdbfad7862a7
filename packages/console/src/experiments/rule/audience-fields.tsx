import type { Problem } from '@comporta/contract/problem';
import { useTranslations } from 'use-intl/react';
import { ConditionFields } from '../../parts/conditions/condition-fields.tsx';
import { NEW_CONDITION } from '../../parts/conditions/condition-form.ts';
import type { SaveCode } from '../editor/experiment-problems.ts';
import type { References } from '../references.ts';
import { conditionErrorOf } from './condition-error.ts';
import { DependencyFields } from './dependency-fields.tsx';
import type { EditedRule } from './edited-rule.ts';
import type { RuleActions } from './rule-actions.ts';
import { TargetGroupFields } from './target-group-fields.tsx';

interface AudienceFieldsProps {
  readonly rule: EditedRule;
  readonly number: number;
  readonly problems: readonly Problem<SaveCode>[];
  readonly textOf: (problem: Problem<SaveCode>) => string;
  /** The experiment's own toggle; its rules cannot depend on it. */
  readonly toggleId: string;
  readonly references: References;
  readonly actions: RuleActions;
}

/** The fields for the audience of a rule, according to its type. */
export function AudienceFields(props: AudienceFieldsProps) {
  const { rule, number, problems, textOf, references, actions } = props;
  const t = useTranslations('experiment');
  const errorAt = (part: string, field: string) =>
    problems.filter(({ at }) => at[0] === part && at[1] === field).map(textOf)[0];

  switch (rule.type) {
    case 'ALL_USERS':
      return null;
    case 'PROPERTY':
      return (
        <div>
          <ConditionFields
            refAt={(field) => actions.refAt(rule.key, 'propertyRule', field)}
            label={t('rule.label', { n: number })}
            condition={rule.propertyRule ?? NEW_CONDITION}
            properties={references.properties}
            onChange={(propertyRule) =>
              actions.change(rule.key, (current) => ({
                ...current,
                type: 'PROPERTY',
                propertyRule,
              }))
            }
            error={conditionErrorOf('propertyRule', problems, textOf)}
          />
        </div>
      );
    case 'TARGET_GROUP':
      return (
        <TargetGroupFields
          rule={rule}
          number={number}
          targetGroups={references.targetGroups}
          error={errorAt('targetGroupRule', 'targetGroupsIds')}
          actions={actions}
        />
      );
    case 'TOGGLE_DEPENDENCY':
      return (
        <DependencyFields
          rule={rule}
          number={number}
          ownToggleId={props.toggleId}
          references={references}
          errors={{
            toggleId: errorAt('toggleDependencyRule', 'toggleId'),
            value: errorAt('toggleDependencyRule', 'value'),
          }}
          actions={actions}
        />
      );
  }
}
