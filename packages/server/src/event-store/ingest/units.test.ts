import { expect, it } from 'vitest';
import { unitEventIdOf, unitKey, unitOf } from './units.ts';

const SECRET = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8';
const PROPERTY = '0190a1b2-0000-7000-8000-00000000abcd';

it.each([
  ['acme', undefined, 'c6667e9a-d5c0-f33e-81dc-cf1001255258'],
  ['acme', PROPERTY, '085befab-a824-5d31-7a53-c051e3c6fd3d'],
  ['acme', '0190a1b2-0000-7000-8000-00000000abc0', 'd6101ffa-ee62-a142-bc9c-f1d42cf41c20'],
  ['42', PROPERTY, 'a75661b1-386d-5843-50b0-f0837c2f1a3d'],
  ['São & Cia', PROPERTY, '85327d03-e0aa-903e-9cd6-2bf0c979bcbd'],
])('RUL-34: the unit of %s, as a value of the property %s', (value, propertyId, unit) => {
  expect(unitOf(unitKey(SECRET), { value, propertyId })).toBe(unit);
});

it.each([
  ['0193a5d2-8c1e-7b4f-9a01-23456789abcd', '69688c19-f32c-5933-bfb1-84bb84b82002'],
  ['0193a5d2-8c1e-7b4f-9a01-23456789abce', '49009e27-a488-5438-8dd9-96866e9fa2f2'],
])('RUL-36: the further row of the event %s', (eventId, id) => {
  expect(unitEventIdOf(eventId, PROPERTY)).toBe(id);
});
