import { Rejection } from '../../platform/base/rejection.ts';

/** Each takes a few milliseconds; whoever sends events is answered within a second. Source: RES-96. */
const SILENT_MS = 800;

/** What the database says; rejects with SERVICE_UNAVAILABLE when it says nothing, and the query goes on unattended. */
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
