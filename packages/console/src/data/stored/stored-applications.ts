import type { ApplicationSummary } from '@comporta/contract/applications/application';

/** The list as the browser stores it; `at` is in epoch milliseconds. */
export interface StoredApplications {
  /** The e-mail of the user whose applications these are. */
  readonly userName: string;
  readonly at: number;
  readonly applications: ApplicationSummary[];
}

/** Whether a stored value is a complete list: another version of the console may have written it. */
export function isStoredApplications(value: unknown): value is StoredApplications {
  return (
    isObject(value) &&
    typeof value.userName === 'string' &&
    typeof value.at === 'number' &&
    isListOf(value.applications, isSummary)
  );
}

function isSummary(value: unknown): value is ApplicationSummary {
  return isNamed(value) && isListOf(value.environments, isEnvironment);
}

function isEnvironment(value: unknown): boolean {
  return (
    isNamed(value) &&
    typeof value.hasKey === 'boolean' &&
    typeof value.countBulkAsExposure === 'boolean' &&
    isTernary(value.production)
  );
}

function isTernary(value: unknown): boolean {
  return value === null || typeof value === 'boolean';
}

function isNamed(value: unknown): value is Readonly<Record<string, unknown>> {
  return isObject(value) && typeof value.id === 'string' && typeof value.name === 'string';
}

function isListOf(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isItem);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
