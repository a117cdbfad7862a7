import { conditionProperties } from '@comporta/contract/conditions/condition';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { HelpLink } from '../base/help/help-link.tsx';
import { Page } from '../base/page.tsx';
import { useCurrentEnvironment } from '../data/application-queries.ts';
import { useNamedLists } from '../data/named-lists.ts';
import { explanationsQuery, type PlaygroundInputs } from '../data/playground-queries.ts';
import { propertiesQuery } from '../data/property-queries.ts';
import { targetGroupsQuery } from '../data/target-group-queries.ts';
import { togglesQuery } from '../data/toggle-queries.ts';
import { EmptyState } from '../ui/list/empty-state.tsx';
import { Loaded } from '../ui/list/loaded.tsx';
import { compare } from './comparison.ts';
import { ComparisonList } from './comparison-list.tsx';
import { ExplanationList } from './explanation-list.tsx';
import { PlaygroundForm } from './playground-form.tsx';
import {
  addressOf,
  comparedIn,
  comparingWith,
  inputsIn,
  NO_INPUTS,
  sentInputs,
  startIn,
} from './playground-inputs.ts';
import styles from './playground-page.module.css';
import { propertiesUsed } from './used-properties.ts';

const REPLACE = { replace: true, preventScrollReset: true };

/** Evaluates toggles for one user, and shows which rule decided. */
export function PlaygroundPage() {
  const t = useTranslations('playground');
  const { appId = '', envId = '' } = useParams();
  const place = { appId, envId };
  const { application, environment } = useCurrentEnvironment();
  const client = useQueryClient();
  const [params, setParams] = useSearchParams();
  const inputs = inputsIn(params);
  const properties = useQuery(propertiesQuery(appId));
  const sent = (asked = NO_INPUTS) => sentInputs(asked, properties.data ?? []);
  const toggles = useQuery(togglesQuery(appId));
  const groups = useQuery(targetGroupsQuery(appId));
  const lists = useNamedLists(appId);
  const comparedId = comparedIn(params);
  const compared = application?.environments.find(({ id }) => id === comparedId && id !== envId);
  const comparedPlace = { appId, envId: compared?.id ?? '' };
  const explanations = useQuery({
    ...explanationsQuery(place, sent(inputs)),
    enabled: inputs !== undefined && properties.data !== undefined,
  });
  const others = useQuery({
    ...explanationsQuery(comparedPlace, sent(inputs)),
    enabled: inputs !== undefined && properties.data !== undefined && compared !== undefined,
  });

  function ask(next: PlaygroundInputs) {
    // Rules may have changed since the same query was sent before.
    for (const asked of [place, comparedPlace]) {
      void client.invalidateQueries({ queryKey: explanationsQuery(asked, sent(next)).queryKey });
    }
    setParams(comparingWith(addressOf(next), compared?.id), REPLACE);
  }

  return (
    <Page title={t('title')} intro={t('intro')} width="list" help="rules">
      <Loaded query={properties} rows={3}>
        {(known) => (
          <Loaded query={groups} rows={3}>
            {(knownGroups) => (
              <PlaygroundForm
                key={appId}
                place={place}
                properties={known}
                usedBy={(toggleId) => {
                  const toggle = toggles.data?.find(({ id }) => id === toggleId)?.name;
                  const envIds = compared === undefined ? [envId] : [envId, compared.id];
                  return propertiesUsed({ envIds, toggle }, known, knownGroups);
                }}
                toggles={toggles.data ?? []}
                start={startIn(params)}
                compared={compared?.id}
                isBusy={explanations.isFetching || others.isFetching}
                onAsk={ask}
                onCompare={(id) => setParams((now) => comparingWith(now, id), REPLACE)}
              />
            )}
          </Loaded>
        )}
      </Loaded>
      {inputs !== undefined && properties.data !== undefined && (
        <section className={styles.results}>
          <h2>{t('results')}</h2>
          <Loaded query={explanations}>
            {(rows) =>
              environment !== undefined && compared !== undefined ? (
                <Loaded query={others}>
                  {(otherRows) => (
                    <ComparisonList
                      comparisons={compare(rows, otherRows)}
                      properties={conditionProperties(properties.data, lists)}
                      environments={[environment, compared]}
                    />
                  )}
                </Loaded>
              ) : (
                <ExplanationList
                  explanations={rows}
                  properties={conditionProperties(properties.data, lists)}
                  environment={environment?.name ?? ''}
                />
              )
            }
          </Loaded>
        </section>
      )}
      {toggles.data?.length === 0 && (
        <div className={styles.results}>
          <EmptyState text={t('noToggles')} help={<HelpLink page="concepts" />} />
        </div>
      )}
    </Page>
  );
}
