import type { Problem } from '@comporta/contract/problem';
import type { Toggle } from '@comporta/contract/toggles/toggle';
import type { useTranslations } from 'use-intl/react';
import type { FieldRefs } from '../../../ui/forms/field-refs.ts';
import type { LocalUndo } from '../../../ui/use-local-undo.ts';
import type { References } from '../../references.ts';
import type { ExperimentEditor } from '../use-experiment-editor.ts';

/** The first field of each kind of audience. */
const FIRST_FIELDS = [
  ['propertyRule', 'propertyId'],
  ['targetGroupRule', 'policy'],
  ['toggleDependencyRule', 'toggleId'],
] as const;

/** The first field of the condition at a path; without one, the smallest part around it. */
export function firstFieldOf(refs: FieldRefs, path: Problem['at']): HTMLElement | undefined {
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
