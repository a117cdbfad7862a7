/** The help pages in the order of a first reading; their texts are in packages/messages/help. */
export const HELP_PAGES = [
  'concepts',
  'first-toggle',
  'rules',
  'id-lists',
  'environments',
  'metrics',
  'results',
  'safe-changes',
  'lifecycle',
  'people',
  'sdk',
  'openfeature',
  'edge',
  'command-line',
  'api',
] as const;

export type HelpPageName = (typeof HELP_PAGES)[number];

export function isHelpPage(name: string | undefined): name is HelpPageName {
  return HELP_PAGES.some((page) => page === name);
}

/** Whether an address belongs to the help, which everybody may read, logged in or not. */
export function isHelpPath(pathname: string): boolean {
  return /^\/help(\/|$)/.test(pathname);
}
