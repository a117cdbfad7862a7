import {
  APPLICATION,
  type Application,
  type ApplicationCode,
  type ApplicationDraft,
  type ApplicationValue,
  checkApplication,
  NEW_APPLICATION,
  NOTIFICATION_LANGUAGES,
} from '@comporta/contract/applications/application';
import { pickFields } from '@comporta/contract/fields';
import type { Checked } from '@comporta/contract/problem';
import type { Language } from '@comporta/messages/languages';
import type { Say } from '../base/say.ts';
import type { PartsOf } from '../ui/forms/difference.ts';

/** The draft of a new application; its notifications are in the reader's language. */
export function newApplication(notificationLanguage: Language): ApplicationDraft {
  return { ...NEW_APPLICATION, notificationLanguage };
}

export function applicationDraft(application: Application): ApplicationDraft {
  return {
    ...pickFields(APPLICATION, application),
    environments: application.environments.map(({ id, name, countBulkAsExposure }) => ({
      id,
      name,
      countBulkAsExposure,
    })),
    notificationWebhook: application.notificationWebhook ?? '',
  };
}

/** Checks the form. `typed` is the name of an environment that is typed and not in the list yet, or empty. */
export function checkApplicationForm(
  draft: ApplicationDraft,
  typed: string,
): Checked<ApplicationValue, ApplicationCode | 'NOT_ENTERED'> {
  const checked = checkApplication(draft);
  if (typed === '') return checked;
  const problem = { code: 'NOT_ENTERED', at: ['environments'], meta: { name: typed } } as const;
  return { ok: false, problems: [problem, ...(checked.ok ? [] : checked.problems)] };
}

/** Describes in words the parts that can change. */
export function describeApplication(say: Say, draft: ApplicationDraft): PartsOf<ApplicationDraft> {
  const language = NOTIFICATION_LANGUAGES.find((known) => known === draft.notificationLanguage);
  return {
    ...draft,
    environments: draft.environments.map(({ name, countBulkAsExposure }) =>
      countBulkAsExposure === true ? `${name} (${say('app.countBulk')})` : name,
    ),
    notificationLanguage: language === undefined ? '' : say(`language.${language}`),
    idleDays: String(draft.idleDays ?? ''),
    staleDigest: draft.staleDigest === undefined ? '' : say(`app.staleDigest.${draft.staleDigest}`),
  };
}
