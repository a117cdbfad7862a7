import type { ErrorCode } from '@comporta/contract/errors';
import { keepOmitted, pickFields } from '@comporta/contract/fields';
import type { EntityType, Records } from '@comporta/contract/nouns/records';
import type { Checked } from '@comporta/contract/problem';
import { Rejection } from '../base/rejection.ts';
import { valueOrReject } from '../base/value-or-reject.ts';
import { firstVersion } from '../base/versions.ts';
import { idFor } from '../callers/application-scope.ts';
import type { AccountWriter, Writer } from '../http/write.ts';
import {
  type Noun,
  ownerIdIn,
  type Stored,
  type StoredOfAccount,
  telling,
  withFields,
} from './noun.ts';
import { type ApplicationTable, type NounTable, ownerOf, rowsOf } from './rows.ts';

/** A noun whose draft alone decides whether it is valid, and whose rows name no others. */
interface PlainNoun<Type extends EntityType, Value extends object, Draft, Table> {
  /** What the audit log calls it; its record must hold the value. */
  readonly type: Type & (Value extends Records[Type] ? Type : never);
  readonly fields: {
    readonly names: readonly (keyof Value & string)[];
    readonly added: readonly string[];
  };
  /** Has a column of the right type for each field, and one for the owner: an application or an account. */
  readonly table: Table & { readonly $inferSelect: NoInfer<Value> };
  /** What people and documents know one by. */
  readonly named: 'key' | 'name';
  /** The same function as the browser's. */
  check(draft: Draft): Checked<Value, ErrorCode>;
  /** Whether evaluations depend on it. */
  readonly isServed: boolean;
  /** Fields that never change after the creation, and the refusal; a draft may leave them out. */
  readonly fixed?: { readonly [Name in keyof Value]?: ErrorCode };
}

type StoredIn<Table> = Table extends ApplicationTable ? Stored : StoredOfAccount;
type WriterOf<Table> = Table extends ApplicationTable ? Writer : AccountWriter;

export function defineNoun<
  const Type extends EntityType,
  Value extends Readonly<Record<string, unknown>>,
  Draft extends object,
  Table extends NounTable,
>({
  type,
  fields,
  table,
  named,
  check,
  isServed,
  fixed = {},
}: PlainNoun<Type, Value, Draft, Table>): Noun<Value & StoredIn<Table>, Draft, WriterOf<Table>> {
  type Row = Value & StoredIn<Table>;
  const fieldsIn = (row: Row) => pickFields(fields, row);
  const column = (table as unknown as Readonly<Record<string, NounTable['id']>>)[named];
  if (column === undefined) throw new Error(`the table of ${type} has no ${named}`);
  const rows = rowsOf<Row>(table, column);
  const { field } = ownerOf(table);
  return {
    type,
    rows,
    named,
    valueOf: fieldsIn,
    // The table says what its rows call their owner.
    create: (writer, draft) =>
      ({
        ...valueOrReject(check(draft)),
        id: idFor('application' in writer ? writer.application : undefined),
        [field]: ownerIdIn(rows, writer),
        ...firstVersion(writer.actor),
      }) as unknown as Row,
    edit(writer, before, draft) {
      const codes = Object.entries(fixed) as [keyof Draft & keyof Value & string, ErrorCode][];
      const kept = codes.map(([field]) => [field, draft[field] || before[field]]);
      const sent = { ...keepOmitted(fields, draft, before), ...Object.fromEntries(kept) };
      const value = valueOrReject(check(sent));
      for (const [field, code] of codes) {
        if (value[field] !== before[field]) throw new Rejection(code, { at: [field] });
      }
      return withFields(writer, before, value);
    },
    // The type of a record is that of the fields: `type` says so above.
    ...telling<Type, Row, WriterOf<Table>>({ type, named, recorded: fieldsIn as never, isServed }),
  };
}
