import {
  APPLICATION,
  type Application,
  type ApplicationDraft,
  NOTIFICATION_LANGUAGES,
} from '@comporta/contract/applications/application';
import {
  createApplication,
  updateApplication,
} from '@comporta/contract/applications/application-api';
import type { ErrorCodeOf } from '@comporta/contract/endpoint';
import { pickFields } from '@comporta/contract/fields';
import type { Problem } from '@comporta/contract/problem';
import type { Language } from '@comporta/messages/languages';
import { ApiError, refusalOf } from '../api/api-error.ts';
import type { Say } from '../base/say.ts';
import type { Parts } from '../ui/forms/difference.ts';

export type SaveCode = ErrorCodeOf<typeof createApplication | typeof updateApplication>;

/** What a form for a new application starts with; its notifications speak as the reader does. */
export function newApplication(notificationLanguage: Language): ApplicationDraft {
  return { name: '', environments: [], notificationWebhook: '', notificationLanguage };
}

export function draftOf(application: Application): ApplicationDraft {
  return {
    ...pickFields(APPLICATION, application),
    environments: application.environments.map(({ id, name }) => ({ id, name })),
    notificationWebhook: application.notificationWebhook ?? '',
  };
}

/** What can change, in words. */
export function describeApplication(say: Say, draft: ApplicationDraft): Parts {
  const { name, environments, notificationWebhook } = draft;
  const language = NOTIFICATION_LANGUAGES.find((known) => known === draft.notificationLanguage);
  return {
    name,
    environments: environments.map((environment) => environment.name),
    notificationWebhook,
    notificationLanguage: language === undefined ? '' : say(`language.${language}`),
  };
}

/** The field that a code of the server is about. */
const FIELD_OF: Partial<Record<SaveCode, keyof ApplicationDraft>> = {
  EMPTY_NAME: 'name',
  NAME_TOO_LONG: 'name',
  DUPLICATE_NAME: 'name',
  NO_ENVIRONMENT: 'environments',
  DUPLICATE_ENVIRONMENT: 'environments',
  MAX_ENVIRONMENTS_LIMIT_REACHED: 'environments',
  INVALID_WEBHOOK: 'notificationWebhook',
  INVALID_WEBHOOK_LANGUAGE: 'notificationLanguage',
};

/** What a refused save says, and beside which field; undefined for what any call may answer. */
export function refusalOfSave(error: unknown): Problem<SaveCode> | undefined {
  const code = refusalOf(createApplication, error) ?? refusalOf(updateApplication, error);
  if (code === undefined || !(error instanceof ApiError)) return undefined;
  const { meta } = error;
  const field = fieldIn(meta.field) ?? FIELD_OF[code];
  return { code, at: field === undefined ? [] : [field], meta };
}

/** Names are of the application or of an environment: `environments.0.name`. */
function fieldIn(path: unknown): keyof ApplicationDraft | undefined {
  const [first] = String(path).split('.');
  return first === 'name' || first === 'environments' ? first : undefined;
}
