import type { Problem } from '@comporta/contract/problem';
import type { Toggle } from '@comporta/contract/toggles/toggle';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { useLatest } from '../../../ui/use-latest.ts';
import type { LocalUndo } from '../../../ui/use-local-undo.ts';
import type { References } from '../../references.ts';
import type { ExperimentEditor } from '../use-experiment-editor.ts';
import { createRuleActions } from './create-rule-actions.ts';

interface WithReferences {
  readonly editor: ExperimentEditor;
  readonly toggle: Toggle | undefined;
  readonly references: References;
  readonly undo: LocalUndo;
}

/** Up to this number of rules, several may be open; with more rules only the one that was opened last is. */
const OPEN_UP_TO = 5;

/** The actions on rules, the keys of open rules, and the announcement of the last action. */
export function useRuleActions({ editor, toggle, references, undo }: WithReferences) {
  const t = useTranslations('experiment');
  const { refs } = editor;
  const [openKeys, setOpenKeys] = useState<ReadonlySet<string>>(() => linkedRule(editor));
  const [announcement, setText] = useState('');
  /** Returns the element that takes the focus after the next render. */
  const focusNext = useRef<() => HTMLElement | null | undefined>(undefined);
  const latest = useLatest({ t, toggle, references });

  useEffect(() => {
    const element = focusNext.current?.();
    if (!element) return;
    focusNext.current = undefined;
    element.focus({ preventScroll: document.activeElement === element });
  });

  const [actions] = useState(() =>
    createRuleActions({
      editor,
      undo,
      refs,
      latest: () => latest.current,
      // A screen reader announces only changed text, so a repeated text gets a no-break space.
      announce: (text) => setText((current) => (current === text ? `${text}\u00a0` : text)),
      open: (key) =>
        setOpenKeys((keys) =>
          new Set(editor.current().rules.length > OPEN_UP_TO ? [] : keys).add(key),
        ),
      close: (key) => setOpenKeys((keys) => new Set([...keys].filter((other) => other !== key))),
      focusNext: (find) => {
        focusNext.current = find;
      },
    }),
  );

  /** Moves the focus to a problem: at a field of a rule, which is opened, or at a field of the whole experiment. */
  function visit(ruleKey: string | undefined, at: Problem['at']) {
    if (ruleKey !== undefined) actions.open(ruleKey);
    const path = ruleKey === undefined ? at : [ruleKey, ...at];
    // The fields of a rule exist only after it is open.
    requestAnimationFrame(() => refs.focus([{ at: path }]));
  }

  return { actions, refs, openKeys, announcement, visit };
}

/** The rule whose id is in the hash of the address, as in a copied link. */
function linkedRule({ form }: Pick<ExperimentEditor, 'form'>): ReadonlySet<string> {
  const id = location.hash.slice(1);
  return new Set(form.rules.filter((rule) => rule.id === id).map(({ key }) => key));
}
