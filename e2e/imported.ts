import {
  type ApplicationDocument,
  DOCUMENT_FORMAT,
} from '@comporta/contract/transfer/application-document';
import type { Application, Company } from './company.ts';

/** The contents of an application; its parts refer to each other by name. */
export type Imported = Partial<
  Omit<ApplicationDocument, 'format' | 'application' | 'environments'>
>;

/** Imports everything in one call: one call per item takes three times the CPU time. */
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

/** The ids of a list's entities, by their key or name. */
export async function idsOf(
  company: Company,
  path: string,
  name: 'key' | 'name' | 'toggleName',
): Promise<Readonly<Record<string, string>>> {
  const entities = await company.call<readonly Readonly<Record<string, string>>[]>('GET', path);
  return Object.fromEntries(entities.map((entity) => [entity[name] ?? '', entity.id ?? '']));
}
