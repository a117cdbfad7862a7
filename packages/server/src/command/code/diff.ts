import type { CodeReferences } from '@comporta/contract/code-references/code-references';
import { type Code, findBefore, findInFolder, type NamedPlace } from './code-files.ts';
import type { Match } from './find-names.ts';

/** Of one toggle; the rest is counted. */
const PLACES_SHOWN = 5;

export interface CodeDiff {
  /** Markdown, for whoever reviews the change. */
  readonly text: string;
  /** Whether the change names an archived or stale toggle in a new place. */
  readonly namesOld: boolean;
}

/** Says which toggles the folder names, beside the commit from which it left the branch or commit `base`. Source: LIF-34. */
export async function diffCode(
  code: Code,
  base: string,
  { toggles, match }: Pick<CodeReferences, 'toggles'> & { readonly match: Match },
): Promise<CodeDiff> {
  const sought = { names: new Set(toggles.map(({ name }) => name)), match };
  const left = await code.git.ask('merge-base', '--end-of-options', base, 'HEAD');
  const { places: after } = await findInFolder(code, sought);
  const { changed, places: before } = await findBefore(code, left, sought);
  const kept = after.filter(({ path }) => !changed.has(path));
  const named = (places: readonly NamedPlace[]) => new Set(places.map(({ toggle }) => toggle));
  const [wereNamed, areNamed] = [named([...kept, ...before]), named(after)];
  const added = newPlaces(
    before,
    after.filter(({ path }) => changed.has(path)),
  );
  const come = toggles.filter(({ name }) => areNamed.has(name) && !wereNamed.has(name));
  const gone = toggles.filter(({ name }) => wereNamed.has(name) && !areNamed.has(name));
  const old = toggles.filter(
    ({ name, archived, stale }) =>
      (archived || stale) && added.some(({ toggle }) => toggle === name),
  );
  const lines = [
    ...come.map(({ name }) => `- \`${name}\` is new in the code: ${inWords(added, name)}`),
    ...gone.map(({ name, archived }) =>
      archived
        ? `- \`${name}\` is no longer in the code.`
        : `- \`${name}\` is no longer in the code: it can be archived after merging.`,
    ),
    ...old.map(
      ({ name, archived }) =>
        `- **\`${name}\` is ${archived ? 'archived' : 'stale'}**, and is named in a new place: ${inWords(added, name)}`,
    ),
  ];
  const body = lines.length > 0 ? lines : ['No toggle comes or goes.'];
  return { text: `### Toggles in this change\n\n${body.join('\n')}\n`, namesOld: old.length > 0 };
}

/** The places of changed files that are more than before; a line that only moved is not new. */
function newPlaces(before: readonly NamedPlace[], after: readonly NamedPlace[]): NamedPlace[] {
  const counts = new Map<string, number>();
  const keyOf = ({ path, toggle }: NamedPlace) => `${toggle} ${path}`;
  for (const place of before) counts.set(keyOf(place), (counts.get(keyOf(place)) ?? 0) + 1);
  return after.filter((place) => {
    const left = counts.get(keyOf(place)) ?? 0;
    counts.set(keyOf(place), left - 1);
    return left <= 0;
  });
}

function inWords(added: readonly NamedPlace[], name: string): string {
  const all = added.filter(({ toggle }) => toggle === name);
  const shown = all
    .slice(0, PLACES_SHOWN)
    .map(({ path, line }) => `\`${path.replaceAll('`', "'")}:${line}\``);
  const rest = all.length - shown.length;
  return `${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
