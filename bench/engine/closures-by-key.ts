import { NUMERIC_OPERATOR } from '@comporta/engine/operators/numeric';
import type { Operator } from '@comporta/engine/operators/operator';
import { SEMANTIC_VERSION_OPERATOR } from '@comporta/engine/operators/semantic-version';
import { STRING_OPERATOR } from '@comporta/engine/operators/string';
import { bucketOf, hashSalt } from '@comporta/engine/split';
import type { Expression } from '@comporta/engine/vocabulary';
import { contenderOf } from './closures.ts';
import type { Flag, User } from './work.ts';

/**
 * The closures written by hand, except that keys, types and terms are data of the flags, as in every
 * engine: a condition reads a property whose name is not in the code, and checks the type of its value.
 * Nothing is shared between flags, and the result is only the value.
 */
export const closuresByKey = contenderOf('the same, keys and types from the flags', closureOf);

type Test = (user: User) => boolean;

function closureOf(flag: Flag): (user: User) => string {
  const { countries, olderThan, beforeVersion, group } = flag;
  const isPlan = testOf('plan', STRING_OPERATOR, 'EQUALS', group.plan);
  const hasEmail = testOf('email', STRING_OPERATOR, 'ENDS_WITH', group.emailEnd);
  const hasSeats = testOf('seats', NUMERIC_OPERATOR, 'GREATER_THAN', `${group.seats}`);
  const rules = [
    {
      test: testOf('country', STRING_OPERATOR, 'IN', countries.join(', ')),
      value: 'country',
    },
    { test: testOf('age', NUMERIC_OPERATOR, 'GREATER_THAN', `${olderThan}`), value: 'age' },
    {
      test: testOf('version', SEMANTIC_VERSION_OPERATOR, 'LESS_THAN', beforeVersion),
      value: 'version',
    },
    { test: (user: User) => isPlan(user) && hasEmail(user) && hasSeats(user), value: 'group' },
  ];
  const saltHash = hashSalt(flag.name);
  return (user) => {
    for (const { test, value } of rules) if (test(user)) return value;
    return bucketOf(saltHash, user.uid, 10_000) < 5000 ? 'on' : 'off';
  };
}

function testOf<Value>(
  key: keyof User,
  { read, check }: Operator<Value>,
  expression: Expression,
  term: string,
): Test {
  const holds = check(expression, term);
  if (holds === undefined) throw new Error(`no condition: ${key} ${expression} ${term}`);
  return (user) => {
    const value = read(user[key]);
    return value !== undefined && holds(value);
  };
}
