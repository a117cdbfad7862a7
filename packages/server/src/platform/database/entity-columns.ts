import { getTableColumns, type Table } from 'drizzle-orm';

type ColumnsOf<Of extends Table> = Of['_']['columns'];
type EntityTable = Table & {
  readonly _: {
    readonly columns: { readonly applicationId: unknown; readonly createdAt: unknown };
  };
};

/** The columns that a repository returns for an entity: all of its table but `createdAt`, with `applicationId` as `appId`. */
export function entityColumns<Of extends EntityTable>(
  table: Of,
): Omit<ColumnsOf<Of>, 'applicationId' | 'createdAt'> & {
  readonly appId: ColumnsOf<Of>['applicationId'];
} {
  const { applicationId: appId, createdAt: _, ...columns } = getTableColumns(table);
  return { appId, ...columns };
}

/** The columns of a table with these names. */
export function columnsNamed<Of extends Table, Name extends keyof ColumnsOf<Of>>(
  table: Of,
  names: readonly Name[],
): Pick<ColumnsOf<Of>, Name> {
  const columns = getTableColumns(table);
  // The type of Object.fromEntries loses which name has which column.
  return Object.fromEntries(names.map((name) => [name, columns[name]])) as Pick<
    ColumnsOf<Of>,
    Name
  >;
}
