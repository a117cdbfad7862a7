import { fillTemplate, type ToggleCode } from '@comporta/contract/code-references/code-references';
import type { Toggle } from '@comporta/contract/toggles/toggle';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { TextsOfUses } from '../../base/texts/texts-of-uses.tsx';
import { toggleCodeQuery } from '../../data/code-reference-queries.ts';
import { apiConfigQuery } from '../../data/environment-key-queries.ts';
import { addressesOf } from '../../parts/connection/connection-addresses.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Loaded } from '../../ui/list/loaded.tsx';
import { useTimeAgo } from '../../ui/time-ago.tsx';
import styles from './code-places.module.css';

type ScannedRepository = ToggleCode[number];

const COMMIT_CHARS = 7;

/** Where scanned code names a toggle. */
export function CodePlaces({ toggle }: { readonly toggle: Toggle }) {
  return (
    <TextsOfUses>
      <PlacesOfToggle toggle={toggle} />
    </TextsOfUses>
  );
}

function PlacesOfToggle({ toggle: { appId, id } }: { readonly toggle: Toggle }) {
  const t = useTranslations('code');
  const code = useQuery(toggleCodeQuery(appId, id));
  return (
    <section className={styles.section} aria-label={t('title')}>
      <h2>{t('title')}</h2>
      <Loaded query={code} rows={2}>
        {(repositories) => {
          if (repositories.length === 0) return <NoRepository appId={appId} />;
          const named = repositories.filter(({ count, removedIn }) => count > 0 || removedIn);
          if (named.length === 0) return <p>{t('none')}</p>;
          return named.map((one) => <Repository key={one.repository} scanned={one} />);
        }}
      </Loaded>
    </section>
  );
}

function NoRepository({ appId }: { readonly appId: string }) {
  const t = useTranslations('code');
  const config = useQuery(apiConfigQuery);
  return (
    <>
      <p>{t('noRepository')}</p>
      {config.data && (
        <CodeBlock
          label={t('command')}
          text={[
            `export COMPORTA_URL=${addressesOf(config.data)[0].url}`,
            'export COMPORTA_KEY=YOUR_TOKEN',
            `comporta code scan --application ${appId} --repository my-repository`,
          ].join('\n')}
        />
      )}
      <p>{t('scope')}</p>
    </>
  );
}

function Repository({ scanned }: { readonly scanned: ScannedRepository }) {
  const t = useTranslations('code');
  const timeAgo = useTimeAgo();
  const { repository, count, places, removedIn, scannedAt } = scanned;
  if (count === 0) {
    const commit = (removedIn ?? '').slice(0, COMMIT_CHARS);
    return <p>{t('lastRemoved', { repository, commit })}</p>;
  }
  return (
    <>
      <p>{t('places', { count, repository, time: timeAgo(scannedAt) })}</p>
      <ul className={styles.places}>
        {places.map((place) => (
          <li key={`${place.path}:${place.line}:${place.column}`}>
            <Place scanned={scanned} place={place} />
          </li>
        ))}
        {places.length < count && <li>{t('more', { count: count - places.length })}</li>}
      </ul>
    </>
  );
}

interface PlaceProps {
  readonly scanned: ScannedRepository;
  readonly place: ScannedRepository['places'][number];
}

function Place({ scanned: { urlTemplate, commit }, place }: PlaceProps) {
  const text = (
    <code dir="ltr">
      {place.path}:{place.line}
    </code>
  );
  if (urlTemplate === null) return text;
  const href = fillTemplate(urlTemplate, { commit, ...place });
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {text}
    </a>
  );
}
