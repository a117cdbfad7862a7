import { isDeepStrictEqual } from 'node:util';
import { conditionProperties } from '@comporta/contract/conditions/condition';
import type { Change } from '@comporta/contract/nouns/change';
import type {
  DocumentMetric,
  DocumentProperty,
  DocumentTargetGroup,
  DocumentToggle,
} from '@comporta/contract/nouns/document-lists';
import { targetGroupDraft, toggleDraft } from './ids-by-name.ts';
import { about, type Planning } from './import-plan.ts';
import type {
  StoredMetric,
  StoredProperty,
  StoredTargetGroup,
  StoredToggle,
} from './stored-entities.ts';

interface Kind<Entity, Document> {
  readonly type: 'property' | 'targetGroup' | 'toggle' | 'metric';
  readonly stored: readonly Entity[];
  /** The plan's list of entities to write. */
  readonly written: Entity[];
  /** Absent for entities that no other entity names. */
  readonly ids?: Map<string, string>;
  nameOf(thing: Entity | Document): string;
  documentOf(entity: Entity): Document;
  create(document: Document): Entity;
  edit(before: Entity, document: Document): Entity;
  created(entity: Entity): Change;
  edited(before: Entity, after: Entity): Change;
}

/** Answers all properties after the import, including those that will be deleted. */
export function planProperties(
  planning: Planning,
  wanted: readonly DocumentProperty[],
): StoredProperty[] {
  const { writer, rules, stored, words, ids, plan } = planning;
  return planEach(planning, wanted, {
    type: 'property',
    stored: stored.properties,
    written: plan.properties,
    ids: ids.properties,
    nameOf: ({ key }) => key,
    documentOf: words.property,
    create: (document) => rules.properties.create(writer, document),
    edit: (before, document) => rules.properties.edit(writer, before, document),
    created: (made) => rules.properties.created(made, writer),
    edited: (before, after) => rules.properties.edited(before, after, writer),
  });
}

/** The same for target groups. */
export function planTargetGroups(
  planning: Planning,
  wanted: readonly DocumentTargetGroup[],
  properties: readonly StoredProperty[],
): StoredTargetGroup[] {
  const { rules, stored, words, ids, plan } = planning;
  const known = conditionProperties(properties);
  const writer = { ...planning.writer, properties: known };
  return planEach(planning, wanted, {
    type: 'targetGroup',
    stored: stored.targetGroups,
    written: plan.targetGroups,
    ids: ids.targetGroups,
    nameOf: ({ name }) => name,
    documentOf: words.targetGroup,
    create: (document) => rules.targetGroups.create(writer, targetGroupDraft(document, ids)),
    edit: (before, document) =>
      rules.targetGroups.edit(writer, before, targetGroupDraft(document, ids)),
    created: (group) => rules.targetGroups.created(group, writer),
    edited: (before, after) => rules.targetGroups.edited(before, after, writer),
  });
}

/** The same for toggles. Whether a rule needs a removed value is checked when the rules are planned. */
export function planToggles(planning: Planning, wanted: readonly DocumentToggle[]): StoredToggle[] {
  const { writer, rules, stored, words, ids, plan } = planning;
  return planEach(planning, wanted, {
    type: 'toggle',
    stored: stored.toggles,
    written: plan.toggles,
    ids: ids.toggles,
    nameOf: ({ name }) => name,
    documentOf: words.toggle,
    create: (document) => rules.toggles.create(writer, toggleDraft(document)),
    edit: (before, document) => rules.toggles.edit(writer, before, toggleDraft(document)),
    created: (made) => rules.toggles.created(made, writer),
    edited: (before, after) => rules.toggles.edited(before, after, writer),
  });
}

/** The same for metrics, which no other entity of a document names. */
export function planMetrics(planning: Planning, wanted: readonly DocumentMetric[]): StoredMetric[] {
  const { writer, rules, stored, words, plan } = planning;
  return planEach(planning, wanted, {
    type: 'metric',
    stored: stored.metrics,
    written: plan.metrics,
    nameOf: ({ key }) => key,
    documentOf: words.metric,
    create: (document) => rules.metrics.create(writer, document),
    edit: (before, document) => rules.metrics.edit(writer, before, document),
    created: (made) => rules.metrics.created(made, writer),
    edited: (before, after) => rules.metrics.edited(before, after, writer),
  });
}

function planEach<Entity extends { readonly id: string }, Document>(
  { plan, alike }: Planning,
  wanted: readonly Document[],
  kind: Kind<Entity, Document>,
): Entity[] {
  const { type, stored, written, ids, nameOf } = kind;
  const known = new Map(stored.map((entity) => [alike(nameOf(entity)), entity]));
  for (const document of wanted) {
    const name = nameOf(document);
    const before = known.get(alike(name));
    if (before !== undefined) ids?.set(name, before.id); // Written in another case, it is the same entity.
    if (before === undefined) {
      const what = { action: 'CREATE', type, name } as const;
      const entity = about(what, () => kind.create(document));
      plan.changes.push(what);
      plan.records.push(() => kind.created(entity));
      written.push(entity);
      ids?.set(name, entity.id);
      known.set(alike(name), entity);
    } else if (!isDeepStrictEqual(kind.documentOf(before), document)) {
      const what = { action: 'UPDATE', type, name } as const;
      const after = about(what, () => kind.edit(before, document));
      if (after === before) continue;
      plan.changes.push(what);
      plan.records.push(() => kind.edited(before, after));
      written.push(after);
      known.set(alike(name), after);
    }
  }
  return [...known.values()];
}
