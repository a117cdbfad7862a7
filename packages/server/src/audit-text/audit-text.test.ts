import { describe, expect, it } from 'vitest';
import { type RecordedEntry, renderEntry } from './audit-text.ts';

const ENTRY: RecordedEntry = {
  action: 'EDITED',
  entityType: 'targetGroup',
  entityName: 'Beta',
  applicationName: 'Checkout',
  actor: { kind: 'user', id: '1', name: 'Ana', email: 'ana@example.com' },
};

function headline(entry: Partial<RecordedEntry>): string {
  return renderEntry({ ...ENTRY, ...entry }, 'en').headline;
}

function items(
  before: object | undefined,
  after: object | undefined,
  entityType = ENTRY.entityType,
): readonly string[] {
  return renderEntry({ ...ENTRY, entityType, before, after }, 'en').items;
}

describe('an entry says', () => {
  it('who did what to which thing, and where', () => {
    expect(renderEntry(ENTRY, 'en')).toEqual({
      headline: 'Ana edited target group “Beta”',
      details: 'Application “Checkout”',
      items: [],
      itemWords: [],
    });
    const inEnvironment: RecordedEntry = {
      ...ENTRY,
      action: 'PAUSED',
      entityType: 'experiment',
      entityName: 'new-checkout',
      environmentName: 'Production',
    };
    expect(renderEntry(inEnvironment, 'en')).toMatchObject({
      headline: 'Ana paused the experiment of “new-checkout”',
      details: 'Application “Checkout”, environment “Production”',
    });
    expect(renderEntry(inEnvironment, 'pt')).toMatchObject({
      headline: 'Ana pausou o experimento de “new-checkout”',
      details: 'Aplicação “Checkout”, ambiente “Production”',
    });
  });

  it('when a key or the service itself acted', () => {
    const created = { action: 'CREATED', entityType: 'user', entityName: 'Bob' } as const;
    expect(headline({ ...created, actor: { kind: 'key', id: '1', name: '····4f2a' } })).toBe(
      'Account key ····4f2a created user “Bob”',
    );
    expect(headline({ ...created, actor: { kind: 'system', id: '1', name: '' } })).toBe(
      'The service created user “Bob”',
    );
  });

  it('“Account” as the place when it is about the account', () => {
    const entry = { ...ENTRY, applicationName: null };
    expect(renderEntry(entry, 'en').details).toBe('Account');
  });
});

describe('items say', () => {
  it('the old and the new value of a changed field', () => {
    expect(items({ description: 'a', policy: 'AND' }, { description: 'b', policy: 'OR' })).toEqual([
      'description: “a” → “b”',
      'membership: all conditions hold → at least one condition holds',
    ]);
    expect(items({ admin: false }, { admin: true })).toEqual(['administrator: No → Yes']);
    const paused = items({ status: 'ACTIVE' }, { status: 'PAUSED' }, 'experiment');
    expect(paused).toEqual(['status: Active → Paused']);
    expect(items({}, { notificationWebhook: 'https://example.com' })).toEqual([
      'notification webhook: “https://example.com”',
    ]);
  });

  it('the values of a created entity, and those of a deleted one', () => {
    const group = {
      name: 'Beta',
      conditions: [{ property: 'country', expression: 'IN', term: 'BR,PT' }],
    };
    const words = ['Condition #1: country is one of BR, PT'];
    expect(items(undefined, group)).toEqual(words);
    expect(items(group, undefined)).toEqual(words);
  });

  it('values of closed sets in words, and nothing about empty fields', () => {
    const toggle = { values: ['on'], valueType: 'BOOLEAN', description: '' };
    expect(items(undefined, toggle, 'toggle')).toEqual([
      'value: “on”',
      'value type: True or false',
    ]);
    const language = (word: string) => ({ notificationLanguage: word });
    expect(items(language('en'), language('pt'), 'application')).toEqual([
      'notification language: English → Portuguese',
    ]);
  });

  it('words as the kind of entity says them, and quotes those of others', () => {
    expect(items(undefined, { type: 'STRING' }, 'property')).toEqual(['type: Text']);
    expect(items(undefined, { type: 'STRING' }, 'metric')).toEqual(['type: “STRING”']);
    expect(items(undefined, { kind: 'LATER' }, 'metric')).toEqual(['kind: “LATER”']);
  });

  it('conditions in the words of their property type', () => {
    const since = { property: 'since', type: 'DATE', expression: 'LESS_THAN', term: '2026-01-01' };
    const staff = { property: 'staff', type: 'BOOLEAN', expression: 'NOT_EQUALS', term: 'true' };
    expect(items(undefined, { conditions: [since, staff] })).toEqual([
      'Condition #1: since is before 2026-01-01',
      'Condition #2: staff is false',
    ]);
  });

  it('which items of a list were added, replaced or removed', () => {
    expect(items({ values: ['a', 'b'] }, { values: ['a', 'c', 'd'] })).toEqual([
      'value: “b” → “c”',
      'value added: “d”',
    ]);
    expect(items({ values: ['a', 'b'] }, { values: ['a'] })).toEqual(['value removed: “b”']);
  });

  it('what each rule does', () => {
    const enabled = { type: 'EXACT_VALUE', exactValue: 'enabled' };
    const country = { property: 'country', expression: 'EQUALS', term: 'BR' };
    const version = { property: 'app', expression: 'GREATER_THAN', term: '1.2.3' };
    const rules = [
      { type: 'PROPERTY', propertyRule: country, versionRule: version, valueSpec: enabled },
      {
        type: 'TARGET_GROUP',
        targetGroupRule: { policy: 'ANY_OF', targetGroups: ['Beta', 'Staff'] },
        valueSpec: enabled,
      },
      {
        type: 'TOGGLE_DEPENDENCY',
        toggleDependencyRule: { toggle: 'cart', value: 'on' },
        valueSpec: enabled,
      },
      { type: 'ALL_USERS', valueSpec: { type: 'SPLIT', split: { enabled: 25.5, disabled: 74.5 } } },
    ];
    expect(items(undefined, { rules })).toEqual([
      'Rule #1: country equals BR and app is greater than 1.2.3: enabled',
      'Rule #2: user is in any of Beta, Staff: enabled',
      'Rule #3: cart returns on: enabled',
      'Rule #4: everyone: enabled 25.5%, disabled 74.5%',
    ]);
    const [first, second, , last] = rules;
    expect(items({ rules: [first, second, last] }, { rules: [second, first, last] })).toEqual([
      'Rule #1: position 1 → 2',
    ]);
    expect(items({ rules: [last] }, { rules: [first, last] })).toEqual([
      'Rule #1 added: country equals BR and app is greater than 1.2.3: enabled',
    ]);
  });

  it('the beginning of a long value', () => {
    expect(items(undefined, { description: '😀'.repeat(201) })).toEqual([
      `description: “${'😀'.repeat(200)}…”`,
    ]);
  });

  it('JSON for values of an unknown shape', () => {
    expect(items(undefined, { rules: ['later'], colour: { red: 1 } })).toEqual([
      'Rule #1: “later”',
      'colour: {"red":1}',
    ]);
  });
});

it('SAF-80: the steps of a change request are sentences; those of older entries stay as they are', () => {
  const steps = [
    { edits: [{ action: 'UPDATE', name: 'checkout' }] },
    {
      edits: [
        {
          action: 'UPDATE',
          name: 'checkout',
          type: 'experiment',
          changes: [
            { field: 'rules', index: 0, isMove: true, before: 2, after: 1 },
            { field: 'rerandomised', after: true },
          ],
        },
        { action: 'PAUSE', name: 'search', type: 'experiment', changes: [] },
      ],
    },
    { wait: 86_400, edits: [{ action: 'PAUSE', name: 'checkout' }] },
    { at: '2026-12-01T09:00:00.000Z', edits: [{ action: 'DELETE', name: 'search' }] },
    'UPDATE experiment checkout',
  ];
  expect(items(undefined, { steps }, 'changeRequest')).toEqual([
    'step: Change checkout',
    'step: Change checkout (Rule #2: position 2 → 1, all users are assigned anew); Pause search',
    'step: +1 day: Pause checkout',
    'step: 2026-12-01 09:00 UTC: Delete search',
    'step: “UPDATE experiment checkout”',
  ]);
});
