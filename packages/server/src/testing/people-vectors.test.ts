import { readFileSync } from 'node:fs';
import { groupsAt } from '@comporta/contract/identity/groups-at';
import {
  type Identified,
  identifyPerson,
  type PersonQuestion,
} from '@comporta/contract/identity/identify-person';
import {
  type Mapped,
  type MappingQuestion,
  mapGroups,
} from '@comporta/contract/identity/map-groups';
import { expect, it } from 'vitest';

/** See conformance/identity/README.md. */
const FOLDER = new URL('../../../../conformance/identity/', import.meta.url);

interface Case<Given, Expected> {
  readonly given: Given;
  readonly expected: Expected;
}

function casesOf<Given, Expected>(file: string): readonly Case<Given, Expected>[] {
  return JSON.parse(readFileSync(new URL(`${file}.json`, FOLDER), 'utf8'));
}

it('IDN-18: groups are found as in every vector', () => {
  type Given = { claims: Readonly<Record<string, unknown>>; pointer: string };
  for (const { given, expected } of casesOf<Given, readonly string[] | null>('groups-at')) {
    expect(groupsAt(given.claims, given.pointer), JSON.stringify(given)).toEqual(expected);
  }
});

it('IDN-15: a person is who they are in every vector', () => {
  for (const { given, expected } of casesOf<PersonQuestion, Identified>('identify-person')) {
    expect(identifyPerson(given), JSON.stringify(given)).toBe(expected);
  }
});

it('IDN-17: groups give and take as in every vector', () => {
  for (const { given, expected } of casesOf<MappingQuestion, Mapped>('map-groups')) {
    expect(mapGroups(given), JSON.stringify(given)).toEqual(expected);
  }
});
