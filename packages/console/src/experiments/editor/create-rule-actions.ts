import type { Problem } from '@comporta/contract/problem';
import type { Toggle } from '@comporta/contract/toggles/toggle';
import type { useTranslations } from 'use-intl/react';
import type { FieldRefs } from '../../ui/forms/field-refs.ts';
import type { LocalUndo } from '../../ui/use-local-undo.ts';
import type { References } from '../references.ts';
import {
  editedParts,
  pathOfPart,
  withoutPart,
  withPart,
  withPartAdded,
  withPartAt,
  withPartType,
} from '../rule/combined-parts.ts';
import { withGroupAt, withoutGroup } from '../rule/edited-part.ts';
import {
  type EditedRule,
  newRuleKey,
  textOf,
  withAudience,
  withType,
} from '../rule/edited-rule.ts';
import type { RuleActions } from '../rule/rule-actions.ts';
import {
  addRule,
  canMove,
  changeRule,
  deleteRule,
  duplicateRule,
  indexOf,
  insertRule,
  moveRule,
} from './experiment-form.ts';
import type { ExperimentEditor } from './use-experiment-editor.ts';

/** The first field of each kind of audience. */
const FIRST_FIELDS = [
  ['propertyRule', 'propertyId'],
  ['targetGroupRule', 'policy'],
  ['toggleDependencyRule', 'toggleId'],
] as const;

/** The first field of the condition at a path; without one, the smallest part around it. */
function firstFieldOf(refs: FieldRefs, path: Problem['at']): HTMLElement | undefined {
  const around = refs.find(...path);
  const fields = FIRST_FIELDS.map((field) => refs.find(...path, ...field));
  return fields.find((field) => field !== around) ?? around;
}

type Focused = HTMLElement | null | undefined;

/** The parts of the editor that the actions need. */
export interface RuleStage {
  readonly editor: Pick<ExperimentEditor, 'edit' | 'current'>;
  readonly undo: LocalUndo;
  readonly refs: FieldRefs;
  /** Returns the values of the last render. */
  readonly latest: () => {
    readonly t: ReturnType<typeof useTranslations<'experiment'>>;
    readonly toggle: Toggle | undefined;
    readonly references: References;
  };
  readonly announce: (text: string) => void;
  readonly open: (key: string) => void;
  readonly close: (key: string) => void;
  /** Focuses the element that `find` returns, after the next render. */
  readonly focusNext: (find: () => Focused) => void;
}

export type EditorRuleActions = RuleActions & { readonly add: () => void };

/** The actions on rules, together with their announcements, undo offers and focus. */
export function createRuleActions(stage: RuleStage): EditorRuleActions {
  const { editor, refs } = stage;
  return {
    ...additions(stage),
    ...undoableChanges(stage),
    ...changesOfParts(stage),
    ...moves(stage),
    change: (key, change) => editor.edit((form) => changeRule(form, key, change), key),
    open(key) {
      stage.open(key);
      stage.focusNext(() => refs.find(key));
    },
    close(key) {
      stage.close(key);
      stage.focusNext(() => refs.find(key, 'opener'));
    },
    focusMenu: (key) => stage.focusNext(() => refs.find(key, 'menu')),
    refAt: refs.at,
  };
}

function additions({ editor, refs, latest, announce, open, focusNext }: RuleStage) {
  function show(key: string, text: string) {
    open(key);
    announce(text);
    focusNext(() => {
      const rule = editor.current().rules[indexOf(editor.current(), key)];
      return firstFieldOf(refs, [key, ...(rule ? pathOfPart(rule, 0) : [])]);
    });
  }

  return {
    add() {
      const { toggle, t } = latest();
      if (toggle === undefined) return;
      const key = newRuleKey();
      editor.edit((form) => addRule(form, toggle, key));
      show(key, t('rule.added'));
    },
    duplicate(key: string) {
      const copy = newRuleKey();
      const index = indexOf(editor.current(), key);
      editor.edit((form) => duplicateRule(form, key, copy));
      show(copy, latest().t('rule.duplicated', { n: index + 2 }));
    },
  };
}

function undoableChanges(
  stage: RuleStage,
): Pick<RuleActions, 'changeType' | 'replaceByGroup' | 'remove'> {
  const { editor, undo, refs, latest, announce, focusNext } = stage;
  const { edit, current } = editor;
  const numberOf = (key: string) => indexOf(current(), key) + 1;
  const ruleOf = (key: string) => current().rules[indexOf(current(), key)];

  return {
    changeType(key, type) {
      const former = ruleOf(key);
      if (former === undefined || former.type === type || former.type === 'COMBINED') return;
      edit((form) => changeRule(form, key, (rule) => withType(rule, type)), key);
      undo.withdraw(key);
      // An audience that nobody began to fill in needs no undo.
      if (textOf(former) === textOf(withType(former, former.type))) return;
      const { t } = latest();
      undo.offer({
        part: key,
        text: t('rule.typeChanged', { n: numberOf(key), type: t(`rule.type.${type}`) }),
        undo: () =>
          edit((form) => changeRule(form, key, (rule) => withAudience(rule, former)), key),
      });
    },
    replaceByGroup(key, { id, name }) {
      const former = ruleOf(key);
      if (former === undefined) return;
      const targetGroupRule = { policy: 'ANY_OF', targetGroupsIds: [id] } as const;
      const toGroup = (rule: EditedRule) =>
        withAudience(rule, { type: 'TARGET_GROUP', targetGroupRule });
      edit((form) => changeRule(form, key, toGroup), key);
      focusNext(() => refs.find(key, 'menu'));
      undo.withdraw(key);
      undo.offer({
        part: key,
        text: latest().t('saveAsGroup.done', { name, n: numberOf(key) }),
        undo: () =>
          edit((form) => changeRule(form, key, (rule) => withAudience(rule, former)), key),
      });
    },
    remove(key) {
      const index = indexOf(current(), key);
      const { [index]: rule, [index + 1]: after } = current().rules;
      if (rule === undefined || after === undefined) return;
      edit((form) => deleteRule(form, key), key);
      focusNext(() => refs.find(after.key));
      undo.withdraw(key);
      undo.offer({
        part: key,
        text: latest().t('rule.deleted'),
        undo() {
          edit((form) => insertRule(form, rule, index));
          announce(latest().t('rule.restored', { n: index + 1 }));
          focusNext(() => refs.find(key));
        },
      });
    },
  };
}

/** The changes of single conditions. An offer to undo names one by its index, so what moves them withdraws it. */
function changesOfParts(
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

function moves(stage: RuleStage): Pick<RuleActions, 'move' | 'place'> {
  const { editor, refs, latest, announce, focusNext } = stage;
  const { edit, current } = editor;

  function put(key: string, index: number) {
    edit((form) => moveRule(form, key, index));
    const total = current().rules.length;
    announce(latest().t('rule.moved', { n: index + 1, total }));
    // Browsers drop the focus of an element that is moved.
    const focused = document.activeElement;
    if (!(focused instanceof HTMLElement)) return;
    // A menu item disappears with its menu.
    const inMenu = focused.closest('[role="menu"]') !== null;
    focusNext(() => (inMenu ? refs.find(key, 'menu') : focused));
  }

  return {
    move(key, by) {
      if (canMove(current(), key, by)) put(key, indexOf(current(), key) + by);
    },
    place(key, index) {
      if (index !== indexOf(current(), key)) put(key, index);
    },
  };
}
