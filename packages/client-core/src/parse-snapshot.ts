import { finished } from './finished.ts';
import { type ParsedSnapshot, readSent } from './read-understood.ts';

/** Parses the text of a snapshot; undefined when it is none, such as a proxy's page or a truncated file. */
export function parseSnapshot(json: string): ParsedSnapshot | undefined {
  try {
    return finished(readSent(JSON.parse(json)));
  } catch {
    return undefined;
  }
}
