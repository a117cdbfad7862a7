import { type Context, givenUid, isAbsent, isTooLong, uidOf, unitIn } from './context.ts';
import { type Evaluation, NO_EVALUATION } from './evaluation.ts';
import { BOOLEAN_OPERATOR } from './operators/boolean.ts';
import { DATE_OPERATOR } from './operators/date.ts';
import { LIST_OPERATOR } from './operators/list-values.ts';
import { NUMERIC_OPERATOR } from './operators/numeric.ts';
import type { Operator } from './operators/operator.ts';
import { SEMANTIC_VERSION_OPERATOR } from './operators/semantic-version.ts';
import { STRING_OPERATOR } from './operators/string.ts';
import type { SnapshotProperty } from './snapshot.ts';
import { type PropertyType, UID } from './vocabulary.ts';

/** A property with the value that was read in its last evaluation. */
export interface CompiledProperty {
  readonly source: SnapshotProperty;
  readonly key: string;
  readonly valueSource: ValueSource;
  readonly operator: Operator<unknown>;
  readonly isText: boolean;
  /** The same with its value folded, for conditions that ignore case; undefined for types that have none. */
  readonly folded: CompiledProperty | undefined;
  evaluationId: number;
  /** The value that was read in that evaluation; undefined when it was absent or unreadable. */
  value: unknown;
}

/**
 * Where in a request the value is. Checking whether a property is an object's own costs more than reading it, so that
 * is done only for the few keys that every object inherits, such as `constructor`.
 */
type ValueSource = 'UID' | 'PROPERTIES' | 'OWN_PROPERTIES';

/** The identity of the user, which every snapshot has. */
export const UID_PROPERTY: SnapshotProperty = { id: UID, key: UID, type: 'STRING' };

const OPERATORS: Readonly<Record<PropertyType, Operator<unknown>>> = {
  STRING: forAnyValue(STRING_OPERATOR),
  NUMERIC: forAnyValue(NUMERIC_OPERATOR),
  DATE: forAnyValue(DATE_OPERATOR),
  BOOLEAN: forAnyValue(BOOLEAN_OPERATOR),
  SEMANTIC_VERSION: forAnyValue(SEMANTIC_VERSION_OPERATOR),
  LIST: forAnyValue(LIST_OPERATOR),
};

/** The cast is safe: a value reaches only the checks of the operator that read it. */
function forAnyValue<Value>(operator: Operator<Value>): Operator<unknown> {
  return operator as Operator<unknown>;
}

/** Reads nothing yet. */
export function compileProperty(source: SnapshotProperty): CompiledProperty {
  const { ignoringCase } = OPERATORS[source.type];
  return compileFor(
    source,
    OPERATORS[source.type],
    ignoringCase && compileFor(source, ignoringCase),
  );
}

function compileFor(
  source: SnapshotProperty,
  operator: Operator<unknown>,
  folded?: CompiledProperty,
): CompiledProperty {
  return {
    source,
    key: source.key,
    valueSource: valueSourceOf(source),
    operator,
    isText: operator === OPERATORS.STRING,
    folded,
    evaluationId: NO_EVALUATION,
    value: undefined,
  };
}

function valueSourceOf({ id, key }: SnapshotProperty): ValueSource {
  return id === UID ? 'UID' : sourceOfKey(key);
}

function sourceOfKey(key: string): ValueSource {
  return key in Object.prototype ? 'OWN_PROPERTIES' : 'PROPERTIES';
}

/** The value that conditions are checked against; undefined when it is absent or unreadable. */
export function readProperty(property: CompiledProperty, evaluation: Evaluation): unknown {
  if (property.evaluationId !== evaluation.id) {
    property.value = read(property, givenTo(property, evaluation.context));
    property.evaluationId = evaluation.id;
  }
  return property.value;
}

/** A shortcut for the most common case: text for a property of type text needs no operator. */
function read({ operator, isText }: CompiledProperty, given: unknown): unknown {
  if (typeof given !== 'string') return operator.read(given);
  if (isTooLong(given)) return undefined;
  return isText ? given : operator.read(given);
}

/** The value as the request contains it. */
export function givenTo(
  { key, valueSource }: Pick<CompiledProperty, 'key' | 'valueSource'>,
  context: Context,
): unknown {
  switch (valueSource) {
    case 'PROPERTIES':
      return context.properties[key];
    case 'OWN_PROPERTIES':
      return Object.hasOwn(context.properties, key) ? context.properties[key] : undefined;
    case 'UID':
      return givenUid(context);
  }
}

/** Whether the request has a value, readable or not. An empty text or list is none. Source: RUL-25. */
export function isSet(property: CompiledProperty, context: Context): boolean {
  const given = givenTo(property, context);
  return !isAbsent(given) && given !== '' && !(Array.isArray(given) && given.length === 0);
}

/** The unit of a measured split: the value of the property with the key `by`, else the uid. Source: RUL-35. */
export function unitOf(context: Context, by: string | undefined): string | undefined {
  if (by === undefined) return uidOf(context);
  return unitIn(givenTo({ key: by, valueSource: sourceOfKey(by) }, context));
}
