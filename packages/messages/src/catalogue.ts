import { accountKey } from './account-key.ts';
import { admission } from './admission.ts';
import { analyses } from './analyses.ts';
import { analysis } from './analysis.ts';
import { app } from './app.ts';
import { apply } from './apply.ts';
import { audit } from './audit.ts';
import { bulk } from './bulk.ts';
import { changePassword } from './change-password.ts';
import { changeRequest } from './change-request.ts';
import { code } from './code.ts';
import { common } from './common.ts';
import { compare } from './compare.ts';
import { condition } from './condition.ts';
import { config } from './config.ts';
import { confirm } from './confirm.ts';
import { connection } from './connection.ts';
import { dashboard } from './dashboard.ts';
import { deleted } from './deleted.ts';
import { dependencies } from './dependencies.ts';
import { device } from './device.ts';
import { dialog } from './dialog.ts';
import { error } from './error.ts';
import { events } from './events.ts';
import { experiment } from './experiment.ts';
import { expression } from './expression.ts';
import { forgot } from './forgot.ts';
import { freeze } from './freeze.ts';
import { help } from './help.ts';
import { idList } from './id-list.ts';
import { key } from './key.ts';
import { language } from './language.ts';
import type { Language } from './languages.ts';
import { layout } from './layout.ts';
import { lifecycle } from './lifecycle.ts';
import { login } from './login.ts';
import { mail } from './mail.ts';
import { metric } from './metric.ts';
import { notification } from './notification.ts';
import { olderReaders } from './older-readers.ts';
import { onboarding } from './onboarding.ts';
import { overview } from './overview.ts';
import { page } from './page.ts';
import { palette } from './palette.ts';
import { passkeys } from './passkeys.ts';
import { planner } from './planner.ts';
import { playground } from './playground.ts';
import { policy } from './policy.ts';
import { property } from './property.ts';
import { provider } from './provider.ts';
import { results } from './results.ts';
import { role } from './role.ts';
import { secondStep } from './second-step.ts';
import { security } from './security.ts';
import { session } from './session.ts';
import { setPassword } from './set-password.ts';
import { shortcuts } from './shortcuts.ts';
import { signInPolicy } from './sign-in-policy.ts';
import { signIns } from './sign-ins.ts';
import { signOn } from './sign-on.ts';
import { signup } from './signup.ts';
import { snippet } from './snippet.ts';
import { targetGroup } from './target-group.ts';
import { type InLanguage, inLanguage, type Texts } from './text.ts';
import { theme } from './theme.ts';
import { toggle } from './toggle.ts';
import { token } from './token.ts';
import { trace } from './trace.ts';
import { transfer } from './transfer.ts';
import { unknown } from './unknown.ts';
import { usage } from './usage.ts';
import { user } from './user.ts';
import { uses } from './uses.ts';
import { versions } from './versions.ts';
import { view } from './view.ts';

/** Every text, grouped by noun. */
export const CATALOGUE = {
  common,
  error,
  dialog,
  page,
  login,
  forgot,
  signup,
  setPassword,
  changePassword,
  layout,
  language,
  theme,
  dashboard,
  overview,
  user,
  role,
  app,
  analyses,
  analysis,
  config,
  connection,
  key,
  accountKey,
  token,
  device,
  property,
  transfer,
  usage,
  uses,
  unknown,
  targetGroup,
  condition,
  expression,
  toggle,
  lifecycle,
  dependencies,
  experiment,
  apply,
  changeRequest,
  admission,
  policy,
  freeze,
  code,
  idList,
  metric,
  events,
  results,
  planner,
  audit,
  palette,
  passkeys,
  bulk,
  versions,
  view,
  deleted,
  compare,
  shortcuts,
  help,
  olderReaders,
  onboarding,
  playground,
  trace,
  notification,
  mail,
  snippet,
  session,
  provider,
  signOn,
  security,
  confirm,
  secondStep,
  signInPolicy,
  signIns,
} satisfies Texts;

/** The form that use-intl expects: the same tree with the texts of one language. */
export type Messages = InLanguage<typeof CATALOGUE>;

const MESSAGES: Readonly<Record<Language, Messages>> = {
  en: inLanguage(CATALOGUE, 'en'),
  pt: inLanguage(CATALOGUE, 'pt'),
};

/** Every text in one language, as use-intl reads them. */
export function catalogueOf(language: Language): Messages {
  return MESSAGES[language];
}
