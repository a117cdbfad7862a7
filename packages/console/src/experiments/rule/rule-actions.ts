import type { RulePartType, SimpleRuleType } from '@comporta/engine/vocabulary';
import type { RefCallback } from 'react';
import type { EditedRule } from './edited-rule.ts';

/**
 * The actions on a rule. It is the same object for the lifetime of the editor, so that cards render again
 * only for their own changes.
 */
export interface RuleActions {
  readonly change: (key: string, change: (rule: EditedRule) => EditedRule) => void;
  readonly changeType: (key: string, type: SimpleRuleType) => void;
  /** Conditions of a rule are told by their index. */
  readonly changePartType: (key: string, part: number, type: RulePartType) => void;
  readonly addPart: (key: string) => void;
  readonly removePart: (key: string, part: number) => void;
  readonly removeGroup: (key: string, part: number, groupId: string) => void;
  /** Makes a rule use the group that was saved of its conditions. */
  readonly replaceByGroup: (
    key: string,
    group: { readonly id: string; readonly name: string },
  ) => void;
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
  readonly refAt: (key: string, ...path: readonly (string | number)[]) => RefCallback<HTMLElement>;
}
