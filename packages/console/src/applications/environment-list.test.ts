import { describe, expect, it } from 'vitest';
import { addEnvironment, renameEnvironment, withoutEnvironment } from './environment-list.ts';

const LIST = [
  { id: 'e1', name: 'staging' },
  { id: '', name: 'prod' },
];

describe('the environments of a draft', () => {
  it('take a new name at the end, without surrounding blanks', () => {
    expect(addEnvironment(LIST, ' dev ')).toEqual({
      outcome: 'ENTERED',
      environments: [...LIST, { id: '', name: 'dev' }],
    });
  });

  it.each(['', '   '])('do not change when the name is %j', (text) => {
    expect(addEnvironment(LIST, text)).toEqual({ outcome: 'BLANK' });
    expect(renameEnvironment(LIST, 0, text)).toEqual({ outcome: 'BLANK' });
  });

  it('cannot have the same name twice; names are case-sensitive', () => {
    expect(addEnvironment(LIST, ' prod')).toEqual({ outcome: 'ALREADY_THERE', name: 'prod' });
    expect(addEnvironment(LIST, 'Prod').outcome).toBe('ENTERED');
    expect(renameEnvironment(LIST, 0, 'prod')).toEqual({ outcome: 'ALREADY_THERE', name: 'prod' });
  });

  it('keep their ids when renamed, even to the same name', () => {
    expect(renameEnvironment(LIST, 0, 'qa ')).toMatchObject({
      environments: [{ id: 'e1', name: 'qa' }, LIST[1]],
    });
    expect(renameEnvironment(LIST, 0, 'staging')).toMatchObject({ environments: LIST });
  });

  it('lose an environment that is removed', () => {
    expect(withoutEnvironment(LIST, 0)).toEqual([LIST[1]]);
  });
});
