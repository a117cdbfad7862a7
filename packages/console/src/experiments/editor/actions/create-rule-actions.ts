import { pathOfPart } from '../../rule/combined-parts.ts';
import {
  type EditedRule,
  newRuleKey,
  textOf,
  withAudience,
  withType,
} from '../../rule/edited-rule.ts';
import type { RuleActions } from '../../rule/rule-actions.ts';
import {
  addRule,
  canMove,
  changeRule,
  deleteRule,
  duplicateRule,
  indexOf,
  insertRule,
  moveRule,
} from '../experiment-form.ts';
import { changesOfParts } from './changes-of-parts.ts';
import { firstFieldOf, type RuleStage } from './rule-stage.ts';

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
