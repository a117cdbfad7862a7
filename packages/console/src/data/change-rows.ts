import type { BulkRow } from '@comporta/contract/bulk';
import {
  answerRefusedWrite,
  asksForMore,
  type ChangeSaid,
  isAnswered,
  type RefusedWrite,
} from '../api/admission.ts';
import { ApiError } from '../api/api-error.ts';

interface BulkWrite<Body> extends Pick<RefusedWrite, 'endpoint' | 'params'> {
  readonly body: Body;
  readonly send: (body: Body, said: ChangeSaid | undefined) => Promise<readonly BulkRow[]>;
}

/**
 * Changes many rows. Those of which an environment asks for more are sent again with what the user answers; the others
 * are changed. Resolves to the last result of each.
 */
export async function changeRows<Body extends { readonly ids: readonly string[] }>(
  write: BulkWrite<Body>,
): Promise<readonly BulkRow[]> {
  const { endpoint, params, send } = write;
  const results = new Map<string, BulkRow>();
  const keep = (rows: readonly BulkRow[]) => {
    for (const row of rows) results.set(row.id, row);
  };
  keep(await send(write.body, undefined));
  const left = new Set<string>();
  for (;;) {
    const asking = [...results.values()].filter((row) => !left.has(row.id) && isAsking(row));
    const code = asking[0]?.error_code;
    if (code === undefined) return [...results.values()];
    const rows = asking.filter((row) => row.error_code === code);
    const body = { ...write.body, ids: rows.map(({ id }) => id) };
    try {
      const error = refusalOf(rows);
      const said = await answerRefusedWrite({
        ...{ endpoint, params, query: {}, body, ifMatch: undefined, error },
      });
      keep(await send(body, said));
    } catch (error) {
      if (!isAnswered(error)) throw error;
      for (const { id } of rows) left.add(id);
    }
  }
}

function isAsking({ error_code: code, meta_data: meta }: BulkRow): boolean {
  return asksForMore({ code, meta: partsOf(meta) });
}

/** One refusal of all these rows: each names the environments that it would touch. */
function refusalOf(rows: readonly BulkRow[]): ApiError {
  const metas = rows.map(({ meta_data }) => partsOf(meta_data));
  const environments = new Map(
    metas.flatMap((meta) =>
      Array.isArray(meta.environments)
        ? meta.environments.map((one) => [JSON.stringify(one), one])
        : [],
    ),
  );
  const meta = { ...metas[0], environments: [...environments.values()] };
  return new ApiError({ status: 409, code: rows[0]?.error_code, meta });
}

function partsOf(meta: unknown): Readonly<Record<string, unknown>> {
  return typeof meta === 'object' && meta !== null ? { ...meta } : {};
}
