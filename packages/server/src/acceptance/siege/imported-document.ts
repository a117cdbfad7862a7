import { DOCUMENT_FORMAT } from '@comporta/contract/transfer/application-document';

/** An application of so many toggles; each turn describes all of them anew. */
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
