import { DOCUMENT_FORMAT } from '@comporta/contract/transfer/application-document';
import { importApplication } from '@comporta/contract/transfer/transfer-api';
import { describe, expect, it } from 'vitest';
import { readLargeBody } from './large-body.ts';

const TOGGLE = {
  name: 'checkout',
  values: ['on', 'off'],
  defaultValue: 'off',
  valueType: 'STRING',
};
const DOCUMENT = {
  format: DOCUMENT_FORMAT,
  application: 'Shop',
  environments: ['Produção', 'a "quoted", [one] {or} \\ two'],
  properties: [],
  targetGroups: [],
  toggles: [TOGGLE, { ...TOGGLE, name: 'ação', description: '] } , [' }],
  experiments: [],
};

function read(text: string): unknown {
  return readLargeBody(importApplication, Buffer.from(text), undefined);
}

function refusalOf(text: string): unknown {
  try {
    read(text);
  } catch (error) {
    return error;
  }
  throw new Error('It was read.');
}

describe('a large body', () => {
  it.each([
    ['as it is sent', JSON.stringify(DOCUMENT)],
    [
      'with white space between its parts',
      JSON.stringify(DOCUMENT, null, '\t').replaceAll('[]', '[ \n]'),
    ],
    [
      'with a member twice: the last one counts',
      `{"toggles":[1],${JSON.stringify(DOCUMENT).slice(1)}`,
    ],
    [
      'with members that are not in the schema',
      JSON.stringify({ later: [[1], { a: [] }], ...DOCUMENT }),
    ],
  ])('%s is parsed to the same value as by its schema as a whole', (_how, text) => {
    expect(read(text)).toEqual(importApplication.body.parse(JSON.parse(text)));
  });

  const json = JSON.stringify(DOCUMENT);
  it.each([
    ['an item that is missing', json.replace('[{', '[,{')],
    ['a comma after the last item', json.replace('}],"experiments"', '},],"experiments"')],
    ['a list that ends as an object', json.replace('}],"experiments"', '}},"experiments"')],
    ['a list that does not end', json.slice(0, json.indexOf('],"experiments"'))],
    ['a text that does not end', json.slice(0, json.indexOf('ação'))],
    ['text after its end', `${json}]`],
    ['no-break spaces in a list', json.replace('"experiments":[]', '"experiments":[\u00a0]')],
    ['nothing', ''],
  ])('%s: INVALID_JSON', (_what, text) => {
    expect(refusalOf(text)).toMatchObject({ code: 'INVALID_JSON' });
  });

  it.each([
    ['a list', '[[1],[2]]', undefined],
    ['a list for a text', json.replace('"Shop"', '["Shop"]'), ['application']],
    ['a text for a list', json.replace('"experiments":[]', '"experiments":""'), ['experiments']],
    [
      'an item of another shape',
      json.replace('"off","valueType"', '5,"valueType"'),
      ['toggles', 0, 'defaultValue'],
    ],
    ['half a surrogate pair', json.replace('Shop', '\\ud800'), undefined],
    ['half a surrogate pair in an item', json.replace('checkout', '\\ud800'), undefined],
  ])('%s: INVALID_BODY with the path', (_what, text, at) => {
    expect(refusalOf(text)).toMatchObject({ code: 'INVALID_BODY', meta: at && { at } });
  });

  it('the depth of an item counts from the start of the body', () => {
    const deep = (levels: number) =>
      json.replace('"checkout"', `"checkout","later":${'['.repeat(levels)}${']'.repeat(levels)}`);
    expect(read(deep(29))).toMatchObject({ toggles: { length: 2 } });
    expect(refusalOf(deep(30))).toMatchObject({ code: 'LIMIT_EXCEEDED', meta: { field: 'depth' } });
  });
});
