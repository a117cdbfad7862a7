import type { Toggle } from '@comporta/contract/toggles/toggle';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import type { LocalUndo } from '../../ui/use-local-undo.ts';
import {
  newRuleKey,
  textOf,
  withAudienceOf,
  withGroupAt,
  withoutGroup,
  withType,
} from '../rule/edited-rule.ts';
import type { RuleActions } from '../rule/rule-actions.ts';
import type { Surroundings } from '../surroundings.ts';
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

interface Surrounded {
  readonly editor: ExperimentEditor;
  readonly toggle: Toggle | undefined;
  readonly surroundings: Surroundings;
  readonly undo: LocalUndo;
}

/** What happens to rules, with what is said, shown and focused along with it. */
export function useRuleActions({ editor, toggle, surroundings, undo }: Surrounded) {
  const t = useTranslations('experiment');
  const [openKey, setOpenKey] = useState<string>();
  const [announcement, setText] = useState('');
  /** What takes the focus once it is drawn. */
  const focusNext = useRef<() => HTMLElement | null | undefined>(undefined);
  const latest = useRef({ t, editor, toggle, surroundings, openKey });
  latest.current = { t, editor, toggle, surroundings, openKey };

  useEffect(() => {
    const element = focusNext.current?.();
    if (!element) return;
    focusNext.current = undefined;
    element.focus({ preventScroll: document.activeElement === element });
  });

  // The same words twice are said twice only when something about them is different.
  const setAnnouncement = (text: string) =>
    setText((current) => (current === text ? `${text}\u00a0` : text));

  const [actions] = useState((): RuleActions & { readonly add: () => void } => {
    const { edit } = editor;
    const form = () => latest.current.editor.form;
    const ruleOf = (key: string) => form().rules[indexOf(form(), key)];

    function put(key: string, index: number) {
      edit((current) => moveRule(current, key, index));
      const total = form().rules.length;
      setAnnouncement(latest.current.t('rule.moved', { n: index + 1, total }));
      // Browsers drop the focus of an element that changes its place.
      const focused = document.activeElement;
      if (focused instanceof HTMLElement) focusNext.current = () => focused;
    }

    return {
      add() {
        const { toggle: ruled, t: say } = latest.current;
        if (ruled === undefined) return;
        const key = newRuleKey();
        edit((current) => addRule(current, ruled, key));
        setOpenKey(key);
        setAnnouncement(say('rule.added'));
        focusNext.current = () => firstFieldOf(key);
      },
      change: (key, change) => edit((current) => changeRule(current, key, change), key),
      changeType(key, type) {
        const former = ruleOf(key);
        if (former === undefined || former.type === type) return;
        edit((current) => changeRule(current, key, (rule) => withType(rule, type)), key);
        // There is nothing to take back of a condition that nobody began to fill in.
        if (textOf(former) === textOf(withType(former, former.type))) return;
        const { t: say } = latest.current;
        undo.withdraw(key);
        undo.offer({
          part: key,
          text: say('rule.typeChanged', {
            n: indexOf(form(), key) + 1,
            type: say(`rule.type.${type}`),
          }),
          undo: () =>
            edit(
              (current) => changeRule(current, key, (rule) => withAudienceOf(rule, former)),
              key,
            ),
        });
      },
      removeGroup(key, groupId) {
        const { t: say, surroundings: around } = latest.current;
        const rule = ruleOf(key);
        if (rule?.type !== 'TARGET_GROUP') return;
        const index = rule.targetGroupRule.targetGroupsIds.indexOf(groupId);
        const name = around.targetGroups.get(groupId)?.name ?? say('targetGroups.gone');
        edit((current) => changeRule(current, key, (one) => withoutGroup(one, groupId)), key);
        focusNext.current = () => pickerOf(key);
        undo.offer({
          part: key,
          text: say('targetGroups.removed', { name, n: indexOf(form(), key) + 1 }),
          undo: () =>
            edit(
              (current) => changeRule(current, key, (one) => withGroupAt(one, groupId, index)),
              key,
            ),
        });
      },
      remove(key) {
        const index = indexOf(form(), key);
        const rule = form().rules[index];
        const after = form().rules[index + 1];
        if (rule === undefined || after === undefined) return;
        edit((current) => deleteRule(current, key), key);
        focusNext.current = () => groupOf(after.key);
        undo.withdraw(key);
        undo.offer({
          part: key,
          text: latest.current.t('rule.deleted'),
          undo() {
            edit((current) => insertRule(current, rule, index));
            setAnnouncement(latest.current.t('rule.restored', { n: index + 1 }));
            focusNext.current = () => groupOf(key);
          },
        });
      },
      duplicate(key) {
        const copy = newRuleKey();
        const index = indexOf(form(), key);
        edit((current) => duplicateRule(current, key, copy));
        setOpenKey(copy);
        setAnnouncement(latest.current.t('rule.duplicated', { n: index + 2 }));
        focusNext.current = () => firstFieldOf(copy);
      },
      move(key, by) {
        if (canMove(form(), key, by)) put(key, indexOf(form(), key) + by);
      },
      place(key, index) {
        if (index !== indexOf(form(), key)) put(key, index);
      },
      open(key) {
        const closed = latest.current.openKey;
        setOpenKey(key);
        if (key !== undefined) focusNext.current = () => groupOf(key);
        else if (closed !== undefined) focusNext.current = () => openerOf(closed);
      },
    };
  });

  return { actions, openKey, announcement };
}

function within(key: string, selector: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`#${key} ${selector}`);
}

function firstFieldOf(key: string) {
  return within(key, '[data-part="audience"] :is(select, input)') ?? groupOf(key);
}

function pickerOf(key: string) {
  return within(key, '[data-part="audience"] [role="combobox"]');
}

function groupOf(key: string) {
  return within(key, '[role="group"]');
}

function openerOf(key: string) {
  return within(key, '[aria-expanded="false"]');
}
