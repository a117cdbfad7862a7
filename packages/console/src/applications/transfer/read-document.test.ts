import { DOCUMENT_MAX_BYTES } from '@comporta/contract/transfer/application-document';
import { expect, it } from 'vitest';
import { readDocument } from './read-document.ts';

const DOCUMENT = {
  format: 'comporta-application-1',
  application: 'Shop',
  environments: ['Production'],
  properties: [],
  targetGroups: [],
  toggles: [],
  experiments: [],
};

const read = (text: string, size = text.length) =>
  readDocument({ size, text: () => Promise.resolve(text) });

it('SAF-22: a file is read as a document, or said to be none', async () => {
  expect(await read(JSON.stringify(DOCUMENT))).toEqual({ document: DOCUMENT });
  expect(await read(JSON.stringify(DOCUMENT).slice(0, -9))).toEqual({ bad: 'NOT_JSON' });
  for (const other of ['[]', 'null', '7', '{}', '{"format":"comporta-application-2"}']) {
    expect(await read(other), other).toEqual({ bad: 'NO_DOCUMENT' });
  }
});

it('SAF-22: a file that the service would not take is not read', async () => {
  expect(await read('{}', DOCUMENT_MAX_BYTES + 1)).toEqual({ bad: 'TOO_LARGE' });
});
