import type { RefCallback } from 'react';
import type { EditedRule } from './edited-rule.ts';

/** What can be done to a rule; the same object for as long as the editor lives, so that cards are drawn again only for their own sake. */
export interface RuleActions {
  readonly change: (key: string, change: (rule: EditedRule) => EditedRule) => void;
  readonly changeType: (key: string, type: EditedRule['type']) => void;
  readonly removeGroup: (key: string, groupId: string) => void;
  readonly remove: (key: string) => void;
  readonly duplicate: (key: string) => void;
  /** By one place. */
  readonly move: (key: string, by: -1 | 1) => void;
  /** To an index, as a drag ends. */
  readonly place: (key: string, index: number) => void;
  readonly open: (key: string) => void;
  readonly close: (key: string) => void;
  readonly focusMenu: (key: string) => void;
  /** The `ref` of a part of a rule, which leads a problem of that path to it. */
  readonly refAt: (key: string, ...path: readonly string[]) => RefCallback<HTMLElement>;
}
