/** The kinds of things that a change request may change. Source: SAF-01. */
export const EDIT_TYPES = ['experiment', 'toggle', 'targetGroup', 'property'] as const;
export type EditType = (typeof EDIT_TYPES)[number];
