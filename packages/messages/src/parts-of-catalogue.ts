import type { Messages } from './catalogue.ts';

/** Texts of `audit` of which the service makes sentences: a browser gets these sentences. */
const OF_ENTRIES = [
  'adminKept',
  'actor',
  'appRemoved',
  'appSetUp',
  'condition',
  'did',
  'discarded',
  'everybodyLoggedOut',
  'exported',
  'headline',
  'passkeyAdded',
  'passkeyRemoved',
  'passkeyRenamed',
  'passwordChanged',
  'passwordSetByLink',
  'place',
  'quote',
  'recoveryCodeUsed',
  'recoveryCodesMade',
  'rerandomised',
  'restored',
  'ruleName',
  'secretChanged',
  'sessionEnded',
  'sessionsEnded',
  'signInReset',
  'thing',
  'together',
  'webhookSecretRead',
] as const;

/** The texts of the results screens and of the overview. They are loaded separately, so that no other screen waits for them. Source: RES-78. */
export function ofResults({ analyses, analysis, events, overview, planner, results }: Messages) {
  return { analyses, analysis, events, overview, planner, results };
}

/** The texts of change requests, of which most screens show nothing. */
export function ofRequests({ apply, changeRequest }: Messages) {
  return { apply, changeRequest };
}

/** The texts of what changes need, and of documents, of which most screens show nothing. */
export function ofPolicies({ admission, freeze, policy, transfer }: Messages) {
  return { admission, freeze, policy, transfer };
}

/** The texts about which toggles may go, of which no screen needs any before it has drawn its list. */
export function ofLifecycle({ dependencies, lifecycle }: Messages) {
  return { dependencies, lifecycle };
}

/** The texts about how people log in: most screens show nothing of it, and most logins are a password alone. */
export function ofSecurity({
  confirm,
  device,
  passkeys,
  secondStep,
  security,
  signIns,
  token,
}: Messages) {
  return { confirm, device, passkeys, secondStep, security, signIns, token };
}

/** The texts of how users of a company come in, of which most screens show nothing. */
export function ofSignIn({ signInPolicy, signIns }: Messages) {
  return { signInPolicy, signIns };
}

/** The texts of providers and of logging in with them, of which most screens show nothing. */
export function ofSignOn({ provider, signOn }: Messages) {
  return { provider, signOn };
}

/** The texts of what programs ask for, and of where code does. */
export function ofUses({ code, unknown, uses }: Messages) {
  return { code, unknown, uses };
}

/** Of what the console shows everywhere, the part that screens before login do. Source: IDN-81. */
export function beforeLoginOf(messages: Messages) {
  const { common, dialog, error, forgot, language, login, page, setPassword, signup, theme } =
    messages;
  const { title } = messages.layout;
  return {
    common,
    dialog,
    error,
    forgot,
    language,
    layout: { title },
    login,
    page,
    setPassword,
    signup,
    theme,
  };
}

/** All other texts that the console shows, and those that lists show about results. */
export function everywhereOf(messages: Messages) {
  const { analyses, audit, notification, overview, results, ...others } = without(
    messages,
    'admission',
    'analysis',
    'apply',
    'changeRequest',
    'code',
    'confirm',
    'dependencies',
    'device',
    'events',
    'freeze',
    'lifecycle',
    'passkeys',
    'planner',
    'policy',
    'secondStep',
    'security',
    'signInPolicy',
    'provider',
    'signOn',
    'signIns',
    'token',
    'transfer',
    'unknown',
    'uses',
    'mail',
  );
  const { badge, verdictShort } = results;
  return {
    ...others,
    analyses: { title: analyses.title },
    overview: { title: overview.title },
    audit: without(audit, ...OF_ENTRIES),
    notification: without(notification, 'open', 'results', 'test'),
    results: { badge, verdictShort },
  };
}

function without<Part extends object, Key extends keyof Part>(
  part: Part,
  ...left: readonly Key[]
): Omit<Part, Key> {
  const names: ReadonlySet<unknown> = new Set(left);
  const others = Object.entries(part).filter(([name]) => !names.has(name));
  return Object.fromEntries(others) as Omit<Part, Key>; // All of its own names but those that are left out.
}
