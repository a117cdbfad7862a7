import type { Application } from '@comporta/contract/applications/application';
import { useTranslations } from 'use-intl/react';
import { TextsOfLifecycle } from '../../base/texts/texts-of-lifecycle.tsx';

/** When a toggle of the application counts as unused, and whether the webhook hears of stale ones. */
export function LifecycleSection({ application }: { readonly application: Application }) {
  return (
    <TextsOfLifecycle>
      <Section {...application} />
    </TextsOfLifecycle>
  );
}

function Section({ idleDays, staleDigest }: Application) {
  const t = useTranslations('lifecycle');
  return (
    <section>
      <h2>{t('setting.title')}</h2>
      <p>{t('setting.idleAfter', { days: idleDays })}</p>
      {staleDigest === 'WEEKLY' && <p>{t('setting.toldWeekly')}</p>}
    </section>
  );
}
