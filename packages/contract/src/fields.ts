import * as z from 'zod/mini';
import { draftList, draftText } from './shapes.ts';

/**
 * One field of a noun in its three shapes. `stored`: as it is stored and returned. `draft`: as a client sends it; a
 * missing field is empty, and a check finds the code. `document`: as in documents, with names in place of ids.
 */
export interface Field {
  readonly stored: z.ZodMiniType;
  readonly draft: z.ZodMiniType;
  readonly document: z.ZodMiniType;
  readonly bounds?: TextBounds;
  readonly said?: Said;
  /**
   * The release that added the field to its noun. Clients and documents of earlier ones omit it, and what is omitted stays
   * as it is stored (`keepOmitted`).
   */
  readonly since?: string;
}

/** Words of a closed list, and the messages that say them: as `metric.kind`, the word COUNT is `metric.kind.COUNT`. */
export interface Said<Word extends string = string, As extends string = string> {
  readonly words: readonly Word[];
  readonly as: As;
}

type Shape = 'stored' | 'draft' | 'document';

/** A field of none of the kinds below. */
export function field<const One extends Field>(shapes: One): One {
  return shapes;
}

/** A field that documents do not contain, because it belongs to one installation and not to the application. */
export function localField<Stored extends z.ZodMiniType, Draft extends z.ZodMiniType>(shapes: {
  readonly stored: Stored;
  readonly draft: Draft;
}) {
  return field({ ...shapes, document: shapes.stored });
}

/** A field that a later release added: if a draft or a document omits it, the stored value stays. */
export function kept<const Stored extends z.ZodMiniType>(since: string, stored: Stored) {
  return field({ stored, draft: z.optional(stored), document: z.optional(stored), since });
}

/** A text whose limits a hand-written check applies. */
export const text = field({ stored: z.string(), draft: draftText, document: z.string() });

/** The limits that `checkTexts` applies to a text, and their codes. */
export interface TextBounds<Code extends string = string> {
  readonly maxChars: number;
  readonly tooLong: Code;
  /** Absent for a text that may be empty. */
  readonly empty?: Code;
  /** The kind of contents that is allowed (T19); `one line` by default. */
  readonly holds?: 'one line' | 'lines' | 'name of somebody';
}

/** A text that must not be empty. */
export function requiredText<const Bounds extends TextBounds & { readonly empty: string }>(
  bounds: Bounds,
) {
  return field({ ...text, bounds });
}

/** A text that may be empty, and that documents may omit. */
export function optionalText<const Bounds extends Omit<TextBounds, 'empty'>>(bounds: Bounds) {
  return field({ ...text, document: z._default(z.string(), ''), bounds });
}

/** The same for a text that a later release added: if a draft or a document omits it, the stored value stays. */
export function keptText<const Bounds extends Omit<TextBounds, 'empty'>>(
  since: string,
  bounds: Bounds,
) {
  return field({ ...kept(since, z.string()), draft: omittable(z.string()), bounds });
}

/** One word of a closed list, which messages say as `as`. */
export function word<const Words extends readonly string[], const As extends string>(
  words: Words,
  as: As,
) {
  const one = z.enum(words);
  return field({ stored: one, draft: draftText, document: one, said: { words, as } });
}

/** Missing in a draft, it is false. */
export const flag = field({
  stored: z.boolean(),
  draft: z.pipe(
    z.nullish(z.boolean()),
    z.transform((value) => value ?? false),
  ),
  document: z.boolean(),
});

/** A flag that a later release added: if a draft or a document omits it, the stored value stays. */
export function keptFlag(since: string) {
  return field({ ...kept(since, z.boolean()), draft: omittable(z.boolean()) });
}

/** The same for one word of a closed list. */
export function keptWord<const Words extends readonly string[], const As extends string>(
  since: string,
  words: Words,
  as: As,
) {
  const one = z.enum(words);
  return field({ ...kept(since, one), draft: omittable(one), said: { words, as } });
}

/** In a draft, null is as good as nothing. */
function omittable<Stored extends z.ZodMiniType>(stored: Stored) {
  return z.optional(
    z.pipe(
      z.nullish(stored),
      z.transform((value) => value ?? undefined),
    ),
  );
}

/** A list of fields; missing in a draft, it is empty. */
export function list<const Item extends Field>({ stored, draft, document }: Item) {
  return field({
    stored: z.readonly(z.array(stored as Item['stored'])),
    draft: draftList(draft as Item['draft']),
    document: z.readonly(z.array(document as Item['document'])),
  });
}

/** The fields of a noun, by name. */
export type Fields = Readonly<Record<string, Field>>;
type ShapesOf<Of extends Fields, Which extends Shape> = {
  readonly [Name in keyof Of]: Of[Name][Which];
};

/** The fields of a noun, declared once. Schemas, columns, records and documents are derived from them. */
export interface FieldsOf<Of extends Fields> {
  readonly names: readonly (keyof Of & string)[];
  readonly stored: ShapesOf<Of, 'stored'>;
  readonly draft: ShapesOf<Of, 'draft'>;
  readonly document: ShapesOf<Of, 'document'>;
  /** Bounds of the texts that declare some. */
  readonly bounds: BoundsOf<Of>;
  /** Of the fields that are a word: how it is said. */
  readonly said: SaidOf<Of>;
  /** The names of the fields that a later release added. */
  readonly added: readonly (keyof Of & string)[];
}

type BoundsOf<Of extends Fields> = {
  readonly [Name in keyof Of as Of[Name] extends { readonly bounds: TextBounds }
    ? Name
    : never]: NonNullable<Of[Name]['bounds']>;
};

type SaidOf<Of extends Fields> = {
  readonly [Name in keyof Of as Of[Name] extends { readonly said: Said }
    ? Name
    : never]: NonNullable<Of[Name]['said']>;
};

/** Derives what a noun needs of its fields; see `FieldsOf`. */
export function fieldsOf<const Of extends Fields>(fields: Of): FieldsOf<Of> {
  const shapesOf = <Which extends Shape>(which: Which) =>
    // The type of Object.fromEntries loses which name has which schema.
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
    said: Object.fromEntries(
      Object.entries(fields).flatMap(([name, { said }]) => (said ? [[name, said]] : [])),
    ) as SaidOf<Of>,
    added: Object.keys(fields).filter((name) => fields[name]?.since !== undefined),
  };
}

/**
 * The draft with every field that a later release added and its client omits as it is stored: a page or a script of the
 * release before does not know the field, and must not empty it.
 */
export function keepOmitted<Draft extends object>(
  { added }: { readonly added: readonly string[] },
  draft: Draft,
  stored: object,
): Draft {
  const sent = new Map<string, unknown>(Object.entries(draft));
  const omitted = new Set(added.filter((name) => sent.get(name) === undefined));
  const kept = Object.entries(stored).filter(([name]) => omitted.has(name));
  return kept.length === 0 ? draft : { ...draft, ...Object.fromEntries(kept) };
}

/** A draft without any input: the start of a form, unless the noun has a better one. It has each text with bounds. */
export function emptyDraft<Of extends Fields>({ draft, bounds }: FieldsOf<Of>) {
  const texts = Object.fromEntries(Object.keys(bounds).map((name) => [name, '']));
  // The type of Object.fromEntries loses the names.
  return { ...z.parse(z.object(draft), {}), ...(texts as Record<keyof BoundsOf<Of>, string>) };
}

/** The value of a successful check: every field as it will be stored. */
export type ValueOf<Noun extends FieldsOf<Fields>> = {
  readonly [Name in keyof Noun['stored']]: z.output<Noun['stored'][Name]>;
};

/** Only the declared fields of an entity: without its id, its version and other members. */
export function pickFields<Name extends string, Entity extends Readonly<Record<Name, unknown>>>(
  { names }: { readonly names: readonly Name[] },
  entity: Entity,
): Pick<Entity, Name> {
  // The type of Object.fromEntries loses which name has which value.
  return Object.fromEntries(names.map((name) => [name, entity[name]])) as Pick<Entity, Name>;
}
