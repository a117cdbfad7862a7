/** What the palette shows, in the order of its sections. */
export const GROUPS = [
  'page',
  'toggle',
  'experiment',
  'targetGroup',
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
  /** Where it leads, or what it does. */
  readonly target: string | (() => void);
}
