import { NEW_TOGGLE } from '@comporta/contract/toggles/toggle';
import {
  type ApplicationDocument,
  DOCUMENT_FORMAT,
} from '@comporta/contract/transfer/application-document';
import type { Company } from './company.ts';

/** Imports an application with `count` toggles, spread over 37 areas. Resolves with its id. */
export async function createManyToggles(company: Company, count: number): Promise<string> {
  const environments = ['Development', 'Production'];
  const { id } = await company.createApplication('Large', environments);
  const document: ApplicationDocument = {
    format: DOCUMENT_FORMAT,
    application: 'Large',
    environments,
    properties: [],
    targetGroups: [],
    toggles: Array.from({ length: count }, (_, number) => ({
      ...NEW_TOGGLE,
      name: `area-${number % 37}.toggle-${number}`,
      description: number % 3 === 0 ? '' : `Shown to people in area ${number % 37}`,
      valueType: 'BOOLEAN',
    })),
    experiments: [],
  };
  await company.call('POST', `/api/apps/${id}/import`, document);
  return id;
}
