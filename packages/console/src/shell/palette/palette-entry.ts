/** The sections of the palette, in their order. */
export const GROUPS = [
  'page',
  'toggle',
  'experiment',
  'targetGroup',
  'idList',
  'property',
  'environment',
  'application',
  'user',
  'action',
] as const;
export type Group = (typeof GROUPS)[number];

export interface Entry {
  readonly id: string;
  readonly group: Group;
  readonly label: string;
  readonly detail?: string | undefined;
  /** The path to go to, or the function to call. */
  readonly target: string | (() => void);
}
