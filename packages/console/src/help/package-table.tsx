import { useTranslations } from 'use-intl/react';
import type { ClientPackage } from '../api/client-packages.ts';
import styles from './help-text.module.css';

/** The files that this service gives to projects, each with the digest to compare a downloaded one with. */
export function PackageTable({ packages }: { readonly packages: readonly ClientPackage[] }) {
  const t = useTranslations('help.packages');
  return (
    <div className={styles.text}>
      <h2>{t('title')}</h2>
      <p>{t('text')}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it. */}
      <section className={styles.table} tabIndex={0} aria-label={t('title')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('file')}</th>
              <th scope="col">{t('version')}</th>
              <th scope="col">SHA-512</th>
            </tr>
          </thead>
          <tbody>
            {packages.map(({ name, version, integrity, tarball }) => (
              <tr key={name}>
                <th scope="row">
                  <a href={tarball}>{name}</a>
                </th>
                <td>{version}</td>
                <td>
                  <code className={styles.digest}>{integrity}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}
