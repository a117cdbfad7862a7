import { expect, test } from 'vitest';
import { fitsValueType, inferValueType, typedValue } from './typed-value.ts';

test.each([
  [['enabled', 'disabled'], 'BOOLEAN'],
  [['false', 'true'], 'BOOLEAN'],
  [['enabled', 'false'], 'STRING'],
  [['enabled', 'disabled', 'beta'], 'STRING'],
  [['True', 'False'], 'STRING'],
  [['1', '2'], 'STRING'],
])('%j is a %s toggle unless its creator says otherwise', (values, valueType) => {
  expect(inferValueType(values)).toBe(valueType);
});

test.each([
  ['STRING', 'enabled', 'enabled'],
  ['BOOLEAN', 'enabled', true],
  ['BOOLEAN', 'true', true],
  ['BOOLEAN', 'disabled', false],
  ['BOOLEAN', 'false', false],
  ['NUMBER', '1.50', 1.5],
  ['JSON', '{"a": [1]}', { a: [1] }],
  ['JSON', 'false', false],
] as const)('%s %s is received as %j', (valueType, value, received) => {
  expect(typedValue(valueType, value)).toEqual(received);
});

test.each([
  ['BOOLEAN', ['on', 'off']],
  ['BOOLEAN', ['enabled', 'true']],
  ['BOOLEAN', ['enabled', 'disabled', 'true']],
  ['NUMBER', ['1', 'two']],
  ['JSON', ['{}', '{']],
  ['JSON', ['{}', 'null']],
  ['JSON', ['{}', '[]']],
  ['JSON', ['1', '1e999']],
] as const)('a %s toggle cannot have the values %j', (valueType, values) => {
  expect(fitsValueType(valueType, values)).toBe(false);
});

test.each([
  ['STRING', ['', 'b']],
  ['BOOLEAN', ['disabled', 'enabled']],
  ['NUMBER', ['1', '-2e3']],
  ['JSON', ['1', '"text"', 'true', '{"list": []}']],
] as const)('a %s toggle can have the values %j', (valueType, values) => {
  expect(fitsValueType(valueType, values)).toBe(true);
});
