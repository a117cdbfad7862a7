import * as z from 'zod/mini';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** The named schemas of a document. Each is described once and referred to by its name. */
export interface Components {
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  /** Describes a schema as a request (`input`) or a response (`output`). */
  describe(schema: z.ZodMiniType, direction: 'input' | 'output'): JsonSchema;
}

export function createComponents(): Components {
  const schemas: Record<string, JsonSchema> = {};
  const textOf = new Map<string, string>();

  /** Requests and responses may have different schemas of the same name, because requests may leave out fields. */
  function nameFor(wanted: string, text: string): string {
    const name = wanted.startsWith('__') ? 'Json' : wanted;
    for (let number = 1; ; number += 1) {
      const candidate = number === 1 ? name : `${name}${number}`;
      if ((textOf.get(candidate) ?? text) === text) return candidate;
    }
  }

  return {
    schemas,
    describe(schema, direction) {
      const { $schema, $defs, ...shape } = z.toJSONSchema(schema, {
        io: direction,
        unrepresentable: 'any',
      });
      const names = new Map<string, string>();
      for (const [local, definition] of Object.entries($defs ?? {})) {
        const text = JSON.stringify(definition);
        const name = nameFor(local, text);
        textOf.set(name, text);
        names.set(local, name);
      }
      for (const [local, definition] of Object.entries($defs ?? {})) {
        schemas[names.get(local) ?? local] = pointAtComponents(definition, names);
      }
      return pointAtComponents(shape, names);
    },
  };
}

/** Rewrites zod's references, which are local to one schema. */
function pointAtComponents(schema: object, names: ReadonlyMap<string, string>): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (key, value) =>
    key === '$ref'
      ? `#/components/schemas/${names.get(String(value).replace('#/$defs/', ''))}`
      : value,
  );
}
