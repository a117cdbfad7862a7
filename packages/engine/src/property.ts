import { type Context, givenUid, givenValue, isAbsent, isTooLong } from './context.ts';
import { BOOLEAN_OPERATOR } from './operators/boolean.ts';
import { DATE_OPERATOR } from './operators/date.ts';
import { NUMERIC_OPERATOR } from './operators/numeric.ts';
import type { Operator } from './operators/operator.ts';
import { SEMANTIC_VERSION_OPERATOR } from './operators/semantic-version.ts';
import { STRING_OPERATOR } from './operators/string.ts';
import type { SnapshotProperty } from './snapshot.ts';
import { type Expression, UID } from './vocabulary.ts';
import type { Test, Walk } from './walk.ts';

export type Reading = 'READ' | 'ABSENT' | 'UNREADABLE';

export interface CompiledProperty {
  readonly source: SnapshotProperty;
  /** The value as the request gives it. */
  readonly raw: (context: Context) => unknown;
  readonly reading: (walk: Walk) => Reading;
  /** A test that no absent or unreadable value passes; undefined for an expression or term that is not valid. */
  readonly test: (expression: Expression, term: string) => Test | undefined;
}

export const UID_PROPERTY: SnapshotProperty = { id: UID, key: UID, type: 'STRING' };

export function compileProperty(source: SnapshotProperty): CompiledProperty {
  switch (source.type) {
    case 'STRING':
      return bind(source, STRING_OPERATOR);
    case 'NUMERIC':
      return bind(source, NUMERIC_OPERATOR);
    case 'DATE':
      return bind(source, DATE_OPERATOR);
    case 'BOOLEAN':
      return bind(source, BOOLEAN_OPERATOR);
    case 'SEMANTIC_VERSION':
      return bind(source, SEMANTIC_VERSION_OPERATOR);
  }
}

function bind<Value>(source: SnapshotProperty, operator: Operator<Value>): CompiledProperty {
  const { key } = source;
  const raw = source.id === UID ? givenUid : (context: Context) => givenValue(context, key);
  const memory: { turn: number; value: Value | undefined } = { turn: 0, value: undefined };

  function read(walk: Walk): Value | undefined {
    if (memory.turn !== walk.turn) {
      const given = raw(walk.context);
      memory.value = isAbsent(given) || isTooLong(given) ? undefined : operator.read(given);
      memory.turn = walk.turn;
    }
    return memory.value;
  }

  return {
    source,
    raw,
    reading(walk) {
      if (read(walk) !== undefined) return 'READ';
      return isAbsent(raw(walk.context)) ? 'ABSENT' : 'UNREADABLE';
    },
    test(expression, term) {
      const check = operator.check(expression, term);
      if (check === undefined) return undefined;
      return (walk) => {
        const value = read(walk);
        return value !== undefined && check(value);
      };
    },
  };
}
