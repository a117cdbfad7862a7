import {
  type ApplicationDocument,
  DOCUMENT_FORMAT,
} from '@comporta/contract/transfer/application-document';
import type { Application, Company } from './company.ts';

/** What an application is furnished with, by names. */
export type Imported = Partial<
  Omit<ApplicationDocument, 'format' | 'application' | 'environments'>
>;

/** Brings all of it in one call: with a call for each it takes three times as much of a processor. */
export async function importInto(
  company: Company,
  { id, name, environments }: Application,
  imported: Imported,
): Promise<void> {
  const document: ApplicationDocument = {
    format: DOCUMENT_FORMAT,
    application: name,
    environments: environments.map((environment) => environment.name),
    properties: [],
    targetGroups: [],
    toggles: [],
    experiments: [],
    ...imported,
  };
  await company.call('POST', `/api/apps/${id}/import`, document);
}

/** The ids of a list, by what its entities are told apart with. */
export async function idsOf(
  company: Company,
  path: string,
  name: 'key' | 'name' | 'toggleName',
): Promise<Readonly<Record<string, string>>> {
  const entities = await company.call<readonly Readonly<Record<string, string>>[]>('GET', path);
  return Object.fromEntries(entities.map((entity) => [entity[name] ?? '', entity.id ?? '']));
}
