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
 * Returns the values of toggles for a context. Every call is answered synchronously from memory and never throws.
 * If there is no value of the requested type, the fallback is returned. A missing context counts as an empty one,
 * and a property whose getter throws as an absent one.
 */
export interface Toggles {
  /** The value as text, whatever the toggle's type. */
  value(toggle: string, context: Context, fallback: string): string;
  /** The value if it is a boolean, otherwise the fallback. */
  boolean(toggle: string, context: Context, fallback: boolean): boolean;
  /** The value if it is a string, otherwise the fallback. Use `value` for the text of any type. */
  string(toggle: string, context: Context, fallback: string): string;
  /** The value if it is a number, otherwise the fallback. */
  number(toggle: string, context: Context, fallback: number): number;
  /** The parsed value if it is a JSON object, a new copy on each call. Its shape is not compared with the fallback's. */
  object<Value extends object>(toggle: string, context: Context, fallback: Value): Value;
  /** The value, if it has the fallback's type, otherwise the fallback; with the reason. */
  details(toggle: string, context: Context, fallback: boolean): Details<boolean>;
  details(toggle: string, context: Context, fallback: string): Details<string>;
  details(toggle: string, context: Context, fallback: number): Details<number>;
  details<Value extends object>(toggle: string, context: Context, fallback: Value): Details<Value>;
  /** The values of all toggles as text, by name. Reports no exposures. */
  allValues(context: Context): Record<string, string>;
  /**
   * The OFREP bulk response that a client key gets for this context, with the same entity tag. It contains only the
   * toggles that are available to clients. It is plain JSON: render it into a page on the server, and pass it to
   * `@comporta/web` as `bootstrap`. Undefined while there are no values.
   */
  bulkFor(context: Context): Bulk | undefined;
  /** How the value is decided, rule by rule; undefined when there is no such toggle. Reports no exposures. */
  explain(toggle: string, context: Context): Explanation | undefined;
}

export interface ToggleListeners {
  /** Called for each value that a user gets, but not for fallbacks, `allValues`, `bulkFor` or `explain`. */
  readonly onShown?: TellExposure | undefined;
  /** Called when a value is requested of a toggle that the environment does not have. */
  readonly onUnknown?: ((toggle: string, snapshot: CurrentSnapshot) => void) | undefined;
  /** Called with an outcome that was not used since its uses were last reported, whatever the type that is wanted. */
  readonly onTouched?: ((outcome: Outcome) => void) | undefined;
  /** Called when all values are taken at once. */
  readonly onAllValues?: (() => void) | undefined;
}

/** `onOddContext` is called for each context that could not be read as it was given. */
export function togglesOf(
  current: () => CurrentSnapshot | undefined,
  onOddContext: (error: unknown) => void,
  { onShown, onUnknown, onTouched, onAllValues }: ToggleListeners = {},
): Toggles {
  function reading<Answer>(context: Context, answer: (readable: EngineContext) => Answer): Answer {
    try {
      return answer(engineContextOf(context));
    } catch (error) {
      onOddContext(error);
      return answer(readableContextOf(context));
    }
  }

  /** The value that `read` extracts; undefined when the toggle is missing or `read` rejects the value. */
  function shown<Value>(
    toggle: string,
    context: Context,
    read: (outcome: Outcome) => Value | undefined,
  ): Value | undefined {
    const snapshot = current();
    if (snapshot === undefined) return undefined;
    return reading(context, (readable) => {
      const outcome = evaluate(snapshot.compiled, toggle, readable);
      if (outcome === undefined) {
        onUnknown?.(toggle, snapshot);
        return undefined;
      }
      if (onTouched !== undefined && outcome.uses++ === 0) onTouched(outcome);
      const value = read(outcome);
      if (value !== undefined) onShown?.(outcome, readable);
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
      // `typeof` is as far as the check can go: the shape of JSON is the caller's to know.
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
      // The shape of the JSON is the caller's to know.
      return (shown(toggle, context, objectOf) as Value | undefined) ?? fallback;
    },
    details,
    allValues(context) {
      const snapshot = current();
      if (snapshot === undefined) return {};
      onAllValues?.();
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
