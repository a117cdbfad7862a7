import { checkTerm } from '@comporta/contract/conditions/term';
import { PROPERTY_VALUE_MAX_CHARS } from '@comporta/engine/context';
import { type Expression, type PropertyType, UID } from '@comporta/engine/vocabulary';
import { anyOf, type Formula } from './formula.ts';
import { requireStorable } from './require-storable.ts';
import { type Place, requirePromise, type TargetingScope, unsupported } from './targeting-scope.ts';
import { UnsupportedFeature } from './unsupported-feature.ts';

/** A property that something in the file is about. */
export interface Asked {
  readonly at: Place;
  readonly scope: TargetingScope;
  readonly key: string;
}

/** How several texts are compared at once, and how one text is that no list can hold. */
export interface TextExpressions {
  readonly ofList: Expression;
  readonly alone: Expression;
}

const SAME: TextExpressions = { ofList: 'IN', alone: 'EQUALS' };

/** Whether a list can hold the text: its items have no commas and no outer blanks. */
export function isItem(text: string): boolean {
  return text !== '' && !text.includes(',') && text === text.trim();
}

/** One list, where that can hold the texts. Throws UnsupportedFeature. */
export function amongTexts(
  asked: Asked,
  texts: readonly string[],
  { ofList, alone }: TextExpressions = SAME,
): Formula {
  const items = texts.filter(isItem);
  const others = texts.filter((text) => !isItem(text));
  return anyOf([
    ...(items.length > 0 ? [textCondition(asked, ofList, items)] : []),
    ...others.map((text) => textCondition(asked, alone, [text])),
  ]);
}

/** A condition on texts, of which several are a list. A number or a truth value reads like a text here only. */
export function textCondition(
  asked: Asked,
  expression: Expression,
  texts: readonly string[],
): Formula {
  if (texts.some(mayBePartOfAnother)) {
    const because = 'the property has to be a text, and no number or truth value';
    requirePromise(asked.at, { promise: 'types-are-strict', because }, asked.scope);
  }
  if (texts.some((text) => text.length > PROPERTY_VALUE_MAX_CHARS)) {
    throw unsupported(asked.at, 'the text is longer than a property can be here');
  }
  return condition(asked, 'STRING', { expression, term: texts.join(',') });
}

/** Whether the text may stand in a number or a truth value as JavaScript prints it. */
export function mayBePartOfAnother(text: string): boolean {
  return (
    /^[-+.\de]*$/.test(text) ||
    ['-Infinity', 'NaN', 'true', 'false'].some((one) => one.includes(text))
  );
}

/** Throws UnsupportedFeature, with the place, when no condition can say it. */
export function condition(
  { at, scope, key }: Asked,
  type: PropertyType,
  { expression, term }: { readonly expression: Expression; readonly term: string },
): Formula {
  if (!checkTerm(type, expression, term).ok) {
    throw unsupported(at, 'it compares with an empty text, too many texts or too long ones');
  }
  try {
    requireStorable(term, 'what it compares with');
    if (key !== UID) scope.fields.use(key, type);
  } catch (error) {
    throw error instanceof UnsupportedFeature ? unsupported(at, error.message) : error;
  }
  if (key === UID && type !== 'STRING') {
    throw unsupported(at, 'the key of a user is compared with texts only');
  }
  return { kind: 'CONDITION', type, condition: { property: key, expression, term } };
}
