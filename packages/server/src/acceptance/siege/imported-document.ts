import { DOCUMENT_FORMAT } from '@comporta/contract/transfer/application-document';

/** The document of an application with `toggleCount` toggles; each `turn` changes the description of all of them. */
export function documentOf(toggleCount: number, turn: number): string {
  const toggles = Array.from({ length: toggleCount }, (_, index) => ({
    name: `toggle-${index}`,
    values: ['enabled', 'disabled'],
    defaultValue: 'disabled',
    valueType: 'STRING',
    description: `turn ${turn}`,
  }));
  return JSON.stringify({
    format: DOCUMENT_FORMAT,
    application: 'Imported',
    environments: ['Production'],
    properties: [],
    targetGroups: [],
    toggles,
    experiments: [],
  });
}
