import * as z from 'zod/mini';
import { draftText } from './shapes.ts';

/**
 * One field of a noun in its three shapes: as it is stored and answered; as a draft sends it, where what
 * is missing is empty and a check names the code; and as a document says it, by names in place of ids.
 */
export interface Field {
  readonly stored: z.ZodMiniType;
  readonly draft: z.ZodMiniType;
  readonly document: z.ZodMiniType;
  readonly bounds?: TextBounds;
}

type Shape = 'stored' | 'draft' | 'document';

/** A field that fits none of the kinds below. */
export function field<const One extends Field>(shapes: One): One {
  return shapes;
}

/** A field of what no document holds: it belongs to the place and not to the application. */
export function localField<Stored extends z.ZodMiniType, Draft extends z.ZodMiniType>(shapes: {
  readonly stored: Stored;
  readonly draft: Draft;
}) {
  return field({ ...shapes, document: shapes.stored });
}

/** A field that came later: a draft or a document that leaves it out keeps what is stored. */
export function kept<const Stored extends z.ZodMiniType>(stored: Stored) {
  return field({ stored, draft: z.optional(stored), document: z.optional(stored) });
}

export const text = field({ stored: z.string(), draft: draftText, document: z.string() });

/** What `checkTexts` refuses of a text, and with which code. */
export interface TextBounds<Code extends string = string> {
  readonly maxChars: number;
  readonly tooLong: Code;
  /** Absent for a text that may be empty. */
  readonly empty?: Code;
  /** What it may hold (T19); absent: one line. */
  readonly holds?: 'one line' | 'lines' | 'name of somebody';
}

/** A text that must not be empty. */
export function requiredText<const Bounds extends TextBounds & { readonly empty: string }>(
  bounds: Bounds,
) {
  return field({ ...text, bounds });
}

/** A text that may be empty, and that a document may leave out. */
export function optionalText<const Bounds extends Omit<TextBounds, 'empty'>>(bounds: Bounds) {
  return field({ ...text, document: z._default(z.string(), ''), bounds });
}

/** One word of a closed list. */
export function word<const Words extends readonly string[]>(words: Words) {
  const one = z.enum(words);
  return field({ stored: one, draft: draftText, document: one });
}

export const flag = field({
  stored: z.boolean(),
  draft: z.pipe(
    z.nullish(z.boolean()),
    z.transform((value) => value ?? false),
  ),
  document: z.boolean(),
});

/** A flag that was added later: of who leaves it out, what is stored stays. */
export const keptFlag = field({
  stored: z.boolean(),
  draft: z.pipe(
    z.nullish(z.boolean()),
    z.transform((value) => value ?? undefined),
  ),
  document: z.optional(z.boolean()),
});

export function list<const Item extends Field>({ stored, draft, document }: Item) {
  return field({
    stored: z.readonly(z.array(stored as Item['stored'])),
    draft: draftList(draft as Item['draft']),
    document: z.readonly(z.array(document as Item['document'])),
  });
}

/** Lists are readonly for those who send and for those who receive, which zod says of neither. */
type DraftList<Item extends z.ZodMiniType> = z.ZodMiniType<
  readonly z.output<Item>[],
  readonly z.input<Item>[] | null | undefined,
  z.core.$ZodTypeInternals<
    readonly z.output<Item>[],
    readonly z.input<Item>[] | null | undefined
  > & { readonly optin: 'optional' }
>;

/** A list in a draft: what is missing is an empty one. */
export function draftList<Item extends z.ZodMiniType>(item: Item): DraftList<Item> {
  return z.pipe(
    z.nullish(z.array(item)),
    z.transform((items) => items ?? []),
  ) as DraftList<Item>;
}

export type Fields = Readonly<Record<string, Field>>;
type ShapesOf<Of extends Fields, Which extends Shape> = {
  readonly [Name in keyof Of]: Of[Name][Which];
};

/** The fields of a noun, written once: schemas, columns, records and documents follow from them. */
export interface FieldsOf<Of extends Fields> {
  readonly names: readonly (keyof Of & string)[];
  readonly stored: ShapesOf<Of, 'stored'>;
  readonly draft: ShapesOf<Of, 'draft'>;
  readonly document: ShapesOf<Of, 'document'>;
  /** Of the texts that have them. */
  readonly bounds: BoundsOf<Of>;
}

type BoundsOf<Of extends Fields> = {
  readonly [Name in keyof Of as Of[Name] extends { readonly bounds: TextBounds }
    ? Name
    : never]: NonNullable<Of[Name]['bounds']>;
};

export function fieldsOf<const Of extends Fields>(fields: Of): FieldsOf<Of> {
  const shapesOf = <Which extends Shape>(which: Which) =>
    // Object.entries forgets which name has which schema.
    Object.fromEntries(
      Object.entries(fields).map(([name, shapes]) => [name, shapes[which]]),
    ) as ShapesOf<Of, Which>;
  return {
    names: Object.keys(fields),
    stored: shapesOf('stored'),
    draft: shapesOf('draft'),
    document: shapesOf('document'),
    bounds: Object.fromEntries(
      Object.entries(fields).flatMap(([name, { bounds }]) => (bounds ? [[name, bounds]] : [])),
    ) as BoundsOf<Of>,
  };
}

/** A draft that says nothing: what a form starts with, where the noun has nothing better. */
export function emptyDraft<Of extends Fields>({ draft }: FieldsOf<Of>) {
  return z.parse(z.object(draft), {});
}

/** What a check answers: every field as it is to be stored. */
export type ValueOf<Noun extends FieldsOf<Fields>> = {
  readonly [Name in keyof Noun['stored']]: z.output<Noun['stored'][Name]>;
};

/** The fields of an entity, without its id, its version and whatever else it has. */
export function pickFields<Name extends string, Entity extends Readonly<Record<Name, unknown>>>(
  { names }: { readonly names: readonly Name[] },
  entity: Entity,
): Pick<Entity, Name> {
  // Object.fromEntries forgets which name has which value.
  return Object.fromEntries(names.map((name) => [name, entity[name]])) as Pick<Entity, Name>;
}
