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
  it('come back from the address as they went into it, whatever the keys and the values', () => {
    const inputs = {
      uid: 'u&1=é',
      toggleId: 't1',
      properties: { country: 'BR', toggle: 'x', 'app.version': '2.4.0', uid2: 'a b' },
    };
    expect(inputsIn(new URLSearchParams(String(addressOf(inputs))))).toEqual(inputs);
  });

  it.each(['__proto__', 'constructor', 'toString'])('know %s as a key like any other', (key) => {
    expect(givenText(NO_INPUTS, key)).toBe('');
    const inputs = { ...NO_INPUTS, properties: { [key]: 'x' } };
    const read = inputsIn(new URLSearchParams(String(addressOf(inputs)))) ?? NO_INPUTS;
    expect(givenText(read, key)).toBe('x');
  });

  it('leave out what is empty, but for the uid: it says that something is asked', () => {
    const empty = { uid: '', toggleId: '', properties: { country: '' } };
    expect(String(addressOf(empty))).toBe('uid=');
    expect(inputsIn(new URLSearchParams('uid='))).toEqual({ ...empty, properties: {} });
  });

  it('say in which other environment the same is asked, if in any', () => {
    const address = addressOf({ uid: 'u1', toggleId: '', properties: { compare: 'x' } });
    expect(comparedIn(address)).toBeUndefined();
    const comparing = comparingWith(address, 'e2');
    expect(comparedIn(comparing)).toBe('e2');
    expect(inputsIn(comparing)).toEqual(inputsIn(address));
    expect(String(comparingWith(comparing, undefined))).toBe(String(address));
  });

  it('are none in an address that asks nothing', () => {
    expect(inputsIn(new URLSearchParams('q=checkout'))).toBeUndefined();
    expect(startIn(new URLSearchParams('toggle=t1'))).toEqual({ ...NO_INPUTS, toggleId: 't1' });
  });
});
