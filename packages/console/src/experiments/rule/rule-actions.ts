import type { RefCallback } from 'react';
import type { EditedRule } from './edited-rule.ts';

/**
 * The actions on a rule. It is the same object for the lifetime of the editor, so that cards render again
 * only for their own changes.
 */
export interface RuleActions {
  readonly change: (key: string, change: (rule: EditedRule) => EditedRule) => void;
  readonly changeType: (key: string, type: EditedRule['type']) => void;
  readonly removeGroup: (key: string, groupId: string) => void;
  readonly remove: (key: string) => void;
  readonly duplicate: (key: string) => void;
  /** Moves by one place. */
  readonly move: (key: string, by: -1 | 1) => void;
  /** Moves to an index, at the end of a drag. */
  readonly place: (key: string, index: number) => void;
  readonly open: (key: string) => void;
  readonly close: (key: string) => void;
  readonly focusMenu: (key: string) => void;
  /** Returns the `ref` for a part of a rule, so that a problem at that path can move the focus there. */
  readonly refAt: (key: string, ...path: readonly string[]) => RefCallback<HTMLElement>;
}
