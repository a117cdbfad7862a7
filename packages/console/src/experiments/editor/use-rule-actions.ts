import type { Problem } from '@comporta/contract/problem';
import type { Toggle } from '@comporta/contract/toggles/toggle';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { createFieldRefs } from '../../ui/forms/field-refs.ts';
import { useLatest } from '../../ui/use-latest.ts';
import type { LocalUndo } from '../../ui/use-local-undo.ts';
import type { References } from '../references.ts';
import { createRuleActions } from './create-rule-actions.ts';
import type { ExperimentEditor } from './use-experiment-editor.ts';

interface WithReferences {
  readonly editor: ExperimentEditor;
  readonly toggle: Toggle | undefined;
  readonly references: References;
  readonly undo: LocalUndo;
}

/** Of so many rules several may be open; of more, the one that was opened last. */
const OPEN_UP_TO = 5;

/** What can be done to rules, which of them are open, and what is said of what was done. */
export function useRuleActions({ editor, toggle, references, undo }: WithReferences) {
  const t = useTranslations('experiment');
  const [openKeys, setOpenKeys] = useState<ReadonlySet<string>>(() => linkedRule(editor));
  const [announcement, setText] = useState('');
  const [refs] = useState(createFieldRefs);
  /** What takes the focus once it is drawn. */
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
      // The same words twice are said twice only when something about them is different.
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

  /** Goes to where a problem is: a field of a rule, which is opened, or one of the whole experiment. */
  function visit(ruleKey: string | undefined, at: Problem['at']) {
    if (ruleKey !== undefined) actions.open(ruleKey);
    const path = ruleKey === undefined ? at : [ruleKey, ...at];
    // The fields of a rule are drawn only once it is open.
    requestAnimationFrame(() => refs.focus([{ at: path }]));
  }

  return { actions, refs, openKeys, announcement, visit };
}

/** The rule that the address names by its id, as a link to it does. */
function linkedRule({ form }: Pick<ExperimentEditor, 'form'>): ReadonlySet<string> {
  const id = location.hash.slice(1);
  return new Set(form.rules.filter((rule) => rule.id === id).map(({ key }) => key));
}
