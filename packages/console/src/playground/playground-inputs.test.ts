import { describe, expect, it } from 'vitest';
import {
  addressOf,
  comparedIn,
  comparingWith,
  givenText,
  inputsIn,
  NO_INPUTS,
  startIn,
} from './playground-inputs.ts';

describe('the inputs of the playground', () => {
  it('are read from the address as they were written, whatever the keys and values', () => {
    const inputs = {
      uid: 'u&1=é',
      toggleId: 't1',
      properties: { country: 'BR', toggle: 'x', 'app.version': '2.4.0', uid2: 'a b' },
    };
    expect(inputsIn(new URLSearchParams(String(addressOf(inputs))))).toEqual(inputs);
  });

  it.each(['__proto__', 'constructor', 'toString'])('accept %s as an ordinary key', (key) => {
    expect(givenText(NO_INPUTS, key)).toBe('');
    const inputs = { ...NO_INPUTS, properties: { [key]: 'x' } };
    const read = inputsIn(new URLSearchParams(String(addressOf(inputs)))) ?? NO_INPUTS;
    expect(givenText(read, key)).toBe('x');
  });

  it('leave out empty values, except the uid, which marks a query', () => {
    const empty = { uid: '', toggleId: '', properties: { country: '' } };
    expect(String(addressOf(empty))).toBe('uid=');
    expect(inputsIn(new URLSearchParams('uid='))).toEqual({ ...empty, properties: {} });
  });

  it('are written with the environment to compare with, if there is one', () => {
    const address = addressOf({ uid: 'u1', toggleId: '', properties: { compare: 'x' } });
    expect(comparedIn(address)).toBeUndefined();
    const comparing = comparingWith(address, 'e2');
    expect(comparedIn(comparing)).toBe('e2');
    expect(inputsIn(comparing)).toEqual(inputsIn(address));
    expect(String(comparingWith(comparing, undefined))).toBe(String(address));
  });

  it('are undefined for an address without a query', () => {
    expect(inputsIn(new URLSearchParams('q=checkout'))).toBeUndefined();
    expect(startIn(new URLSearchParams('toggle=t1'))).toEqual({ ...NO_INPUTS, toggleId: 't1' });
  });
});
