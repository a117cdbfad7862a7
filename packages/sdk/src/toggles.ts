import { bulkAnswerOf } from '@comporta/client-core/bulk-answer';
import type { Context as EngineContext } from '@comporta/engine/context';
import { evaluate, evaluateAll } from '@comporta/engine/evaluate';
import { explain } from '@comporta/engine/explain';
import type { Explanation } from '@comporta/engine/explanation';
import type { Outcome } from '@comporta/engine/outcome';
import { typedValue } from '@comporta/engine/typed-value';
import type { ValueType } from '@comporta/engine/vocabulary';
import { type Bulk, bulkOf } from './bulk.ts';
import { type Context, engineContextOf, readableContextOf } from './context.ts';
import { type Details, detailsOf, fallbackDetails } from './details.ts';
import type { TellExposure } from './exposures.ts';
import type { CurrentSnapshot } from './snapshot/current-snapshot.ts';

/**
 * What toggles return for a context. Everything is answered from memory, at once, and nothing
 * throws: where there is no value of the wanted type, the fallback is returned. A context that is
 * missing counts as an empty one, and a property whose getter throws as an absent one.
 */
export interface Toggles {
  /** The text of the value, whatever the toggle's type. */
  value(toggle: string, context: Context, fallback: string): string;
  boolean(toggle: string, context: Context, fallback: boolean): boolean;
  string(toggle: string, context: Context, fallback: string): string;
  number(toggle: string, context: Context, fallback: number): number;
  /** The parsed JSON, a copy of your own each time. Its shape is not checked against the fallback's. */
  object<Value extends object>(toggle: string, context: Context, fallback: Value): Value;
  /** The value of the fallback's type, with its reason. */
  details(toggle: string, context: Context, fallback: boolean): Details<boolean>;
  details(toggle: string, context: Context, fallback: string): Details<string>;
  details(toggle: string, context: Context, fallback: number): Details<number>;
  details<Value extends object>(toggle: string, context: Context, fallback: Value): Details<Value>;
  /** The texts of the values of all toggles, by name. */
  allValues(context: Context): Record<string, string>;
  /**
   * What a client key is answered over OFREP for this context, with the same entity tag: the toggles that
   * are available to clients. It is plain JSON, to be sent with a page that is drawn on a server and given
   * to `@comporta/web` as its `bootstrap`. Undefined while there are no values.
   */
  bulkFor(context: Context): Bulk | undefined;
  /** How the value comes about, rule by rule; undefined when there is no such toggle. */
  explain(toggle: string, context: Context): Explanation | undefined;
}

/**
 * `onOddContext` hears of each context that could not be read as it was given, `onShown` of each value
 * that somebody gets: of fallbacks, and of what is asked for all toggles or explained, it does not.
 */
export function togglesOf(
  current: () => CurrentSnapshot | undefined,
  onOddContext: (error: unknown) => void,
  onShown: TellExposure = () => {},
): Toggles {
  function reading<Answer>(context: Context, answer: (readable: EngineContext) => Answer): Answer {
    try {
      return answer(engineContextOf(context));
    } catch (error) {
      onOddContext(error);
      return answer(readableContextOf(context));
    }
  }

  /** The value as `read` gives it, which answers undefined where it is not what was asked for. */
  function shown<Value>(
    toggle: string,
    context: Context,
    read: (outcome: Outcome) => Value | undefined,
  ): Value | undefined {
    const snapshot = current();
    if (snapshot === undefined) return undefined;
    return reading(context, (readable) => {
      const outcome = evaluate(snapshot.compiled, toggle, readable);
      if (outcome === undefined) return undefined;
      const value = read(outcome);
      if (value !== undefined) onShown(outcome, readable);
      return value;
    });
  }

  function details<Value>(toggle: string, context: Context, fallback: Value): Details<Value> {
    const snapshot = current();
    if (snapshot === undefined) return fallbackDetails(toggle, fallback, NOT_READY);
    let valueType: ValueType | undefined;
    const found = shown(toggle, context, (outcome) => {
      ({ valueType } = outcome.toggle);
      const value = typedValue(valueType, outcome.value);
      // Of the same type as far as can be seen; who stores JSON knows its shape.
      const isWanted = typeof value === typeof fallback;
      return isWanted ? detailsOf(outcome, value as Value, snapshot) : undefined;
    });
    if (found !== undefined) return found;
    if (valueType === undefined) return fallbackDetails(toggle, fallback, notFoundIn(snapshot));
    const errorMessage = `The value is of type ${valueType}, the fallback is a ${typeof fallback}.`;
    return fallbackDetails(toggle, fallback, { errorCode: 'TYPE_MISMATCH', errorMessage });
  }

  return {
    value: (toggle, context, fallback) => shown(toggle, context, textOf) ?? fallback,
    boolean: (toggle, context, fallback) => shown(toggle, context, booleanOf) ?? fallback,
    string: (toggle, context, fallback) => shown(toggle, context, stringOf) ?? fallback,
    number: (toggle, context, fallback) => shown(toggle, context, numberOf) ?? fallback,
    object<Value extends object>(toggle: string, context: Context, fallback: Value) {
      // The caller stored the JSON and knows its shape.
      return (shown(toggle, context, objectOf) as Value | undefined) ?? fallback;
    },
    details,
    allValues(context) {
      const snapshot = current();
      if (snapshot === undefined) return {};
      const outcomes = reading(context, (readable) => evaluateAll(snapshot.compiled, readable));
      return Object.fromEntries(outcomes.map(({ toggle, value }) => [toggle.name, value]));
    },
    bulkFor(context) {
      const snapshot = current();
      if (snapshot === undefined) return undefined;
      return reading(context, (readable) => {
        const outcomes = evaluateAll(snapshot.compiled, readable);
        return bulkOf(bulkAnswerOf(outcomes, snapshot.source), readable);
      });
    },
    explain(toggle, context) {
      const snapshot = current();
      return (
        snapshot && reading(context, (readable) => explain(snapshot.compiled, toggle, readable))
      );
    },
  };
}

const typedOf = ({ toggle, value }: Outcome) => typedValue(toggle.valueType, value);

const textOf = ({ value }: Outcome) => value;

function booleanOf(outcome: Outcome): boolean | undefined {
  const value = typedOf(outcome);
  return typeof value === 'boolean' ? value : undefined;
}

function stringOf(outcome: Outcome): string | undefined {
  const value = typedOf(outcome);
  return typeof value === 'string' ? value : undefined;
}

function numberOf(outcome: Outcome): number | undefined {
  const value = typedOf(outcome);
  return typeof value === 'number' ? value : undefined;
}

function objectOf(outcome: Outcome): object | undefined {
  const value = typedOf(outcome);
  return typeof value === 'object' ? value : undefined;
}

const NOT_READY = {
  errorCode: 'PROVIDER_NOT_READY',
  errorMessage: 'There are no values yet.',
} as const;

function notFoundIn({ source }: CurrentSnapshot) {
  const errorMessage = `The environment ${source.environment.name} has no toggle of this name.`;
  return { errorCode: 'FLAG_NOT_FOUND', errorMessage } as const;
}
