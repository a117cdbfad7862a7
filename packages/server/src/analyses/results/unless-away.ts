import { Rejection } from '../../platform/base/rejection.ts';

/** What a store of events answers; undefined while it is away: the figures that were counted are shown all the same. */
export async function unlessAway<Answer>(asked: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Rejection && error.code === 'SERVICE_UNAVAILABLE') return undefined;
    throw error;
  }
}
