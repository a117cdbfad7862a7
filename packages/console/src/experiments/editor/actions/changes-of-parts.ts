import {
  editedParts,
  pathOfPart,
  withoutPart,
  withPart,
  withPartAdded,
  withPartAt,
  withPartType,
} from '../../rule/combined-parts.ts';
import { withGroupAt, withoutGroup } from '../../rule/edited-part.ts';
import { type EditedRule, textOf } from '../../rule/edited-rule.ts';
import type { RuleActions } from '../../rule/rule-actions.ts';
import { changeRule, indexOf } from '../experiment-form.ts';
import { firstFieldOf, type RuleStage } from './rule-stage.ts';

/** The changes of single conditions. An offer to undo names one by its index, so what moves them withdraws it. */
export function changesOfParts(
  stage: RuleStage,
): Pick<RuleActions, 'addPart' | 'removePart' | 'changePartType' | 'removeGroup'> {
  const { editor, undo, refs, latest, focusNext } = stage;
  const { current } = editor;
  const numberOf = (key: string) => indexOf(current(), key) + 1;
  const ruleOf = (key: string) => current().rules[indexOf(current(), key)];
  const change = (key: string, changed: (rule: EditedRule) => EditedRule) =>
    editor.edit((form) => changeRule(form, key, changed), key);

  function focusPart(key: string, part: number) {
    focusNext(() => {
      const rule = ruleOf(key);
      if (rule === undefined) return undefined;
      const last = editedParts(rule).length - 1;
      if (part > last) return refs.find(key, 'addCondition');
      return firstFieldOf(refs, [key, ...pathOfPart(rule, part)]);
    });
  }

  return {
    addPart(key) {
      const rule = ruleOf(key);
      if (rule === undefined) return;
      undo.withdraw(key);
      change(key, withPartAdded);
      focusPart(key, editedParts(rule).length);
    },
    removePart(key, index) {
      const rule = ruleOf(key);
      const part = rule && editedParts(rule)[index];
      if (rule?.type !== 'COMBINED' || part === undefined) return;
      const { policy } = rule.combinedRule;
      undo.withdraw(key);
      change(key, (one) => withoutPart(one, index));
      focusPart(key, index);
      undo.offer({
        part: key,
        text: latest().t('combined.removed', { n: numberOf(key), c: index + 1 }),
        undo() {
          change(key, (one) => withPartAt(one, part, { index, policy }));
          focusPart(key, index);
        },
      });
    },
    changePartType(key, index, type) {
      const rule = ruleOf(key);
      const former = rule && editedParts(rule)[index];
      if (rule === undefined || former === undefined || former.type === type) return;
      const isFilled = textOf(rule) !== textOf(withPartType(rule, index, former.type));
      undo.withdraw(key);
      change(key, (one) => withPartType(one, index, type));
      // A condition that nobody began to fill in needs no undo.
      if (!isFilled) return;
      const { t } = latest();
      undo.offer({
        part: key,
        text: t('rule.typeChanged', { n: numberOf(key), type: t(`rule.type.${type}`) }),
        undo: () => change(key, (one) => withPart(one, index, () => former)),
      });
    },
    removeGroup(key, part, groupId) {
      const { t, references } = latest();
      const rule = ruleOf(key);
      const groups = rule && editedParts(rule)[part];
      if (rule === undefined || groups?.type !== 'TARGET_GROUP') return;
      const place = groups.targetGroupRule.targetGroupsIds.indexOf(groupId);
      const name = references.targetGroups.get(groupId)?.name ?? t('targetGroups.gone');
      change(key, (one) => withPart(one, part, (current) => withoutGroup(current, groupId)));
      focusNext(() =>
        refs.find(key, ...pathOfPart(rule, part), 'targetGroupRule', 'targetGroupsIds'),
      );
      undo.offer({
        part: key,
        text: t('targetGroups.removed', { name, n: numberOf(key) }),
        undo: () =>
          change(key, (one) =>
            withPart(one, part, (current) => withGroupAt(current, groupId, place)),
          ),
      });
    },
  };
}
