import { Rejection } from '../../platform/base/rejection.ts';

/** Such a query takes a few milliseconds. A client that sends events is answered within a second. Source: RES-96. */
const SILENT_MS = 800;

/** The result of a query; rejects with SERVICE_UNAVAILABLE after 800 ms. The query itself is not cancelled. */
export async function answeredSoon<Result>(query: Promise<Result>): Promise<Result> {
  let watch: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    watch = setTimeout(() => reject(new Rejection('SERVICE_UNAVAILABLE')), SILENT_MS);
  });
  try {
    return await Promise.race([query, silence]);
  } finally {
    clearTimeout(watch);
  }
}
