import type { Problem } from '@comporta/contract/problem';
import type { RefCallback } from 'react';
import type { SaveCode } from '../editor/experiment-problems.ts';
import type { References } from '../references.ts';
import type { EditedPart } from './edited-part.ts';

export interface PartFieldsProps<Part extends EditedPart = EditedPart> {
  readonly part: Part;
  /** Says in labels which rule, and which of its conditions, a field belongs to. */
  readonly label: string;
  /** The problems of this part; their paths begin in it. */
  readonly problems: readonly Problem<SaveCode>[];
  readonly textOf: (problem: Problem<SaveCode>) => string;
  /** The experiment's own toggle; its rules cannot depend on it. */
  readonly ownToggleId: string;
  readonly references: References;
  readonly onChange: (change: (part: EditedPart) => EditedPart) => void;
  readonly onRemoveGroup: (groupId: string) => void;
  readonly refAt: (...path: readonly string[]) => RefCallback<HTMLElement>;
}

/** The text of the first problem of a field. */
export function errorAt(
  { problems, textOf }: Pick<PartFieldsProps, 'problems' | 'textOf'>,
  member: string,
  field: string,
): string | undefined {
  return problems.filter(({ at }) => at[0] === member && at[1] === field).map(textOf)[0];
}
