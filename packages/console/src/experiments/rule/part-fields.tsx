import { ConditionFields } from '../../parts/conditions/condition-fields.tsx';
import { NEW_CONDITION } from '../../parts/conditions/condition-form.ts';
import { conditionErrorOf } from './condition-error.ts';
import { DependencyFields } from './dependency-fields.tsx';
import type { PartFieldsProps } from './part-fields-props.ts';
import { TargetGroupFields } from './target-group-fields.tsx';

/** The fields of one condition of a rule, according to its type. */
export function PartFields({ part, ...props }: PartFieldsProps) {
  const { label, problems, textOf, references, onChange, refAt } = props;
  switch (part.type) {
    case 'PROPERTY':
      return (
        <ConditionFields
          refAt={(field) => refAt('propertyRule', field)}
          label={label}
          condition={part.propertyRule ?? NEW_CONDITION}
          properties={references.properties}
          onChange={(propertyRule) => onChange(() => ({ type: 'PROPERTY', propertyRule }))}
          error={conditionErrorOf('propertyRule', problems, textOf)}
        />
      );
    case 'TARGET_GROUP':
      return <TargetGroupFields {...props} part={part} />;
    case 'TOGGLE_DEPENDENCY':
      return <DependencyFields {...props} part={part} />;
  }
}
