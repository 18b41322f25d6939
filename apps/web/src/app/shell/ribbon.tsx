import { IconChevronRight, IconHome } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCrumbs } from '../../ui/kit/page-store.ts';
import classes from './ribbon.module.css';

/** The breadcrumbs, with what belongs to the screen as a whole at their end. */
export function Ribbon({ end }: { end: ReactNode }) {
  const { t } = useTranslation('shell');
  const crumbs = [{ label: t('home'), to: '/dashboard' }, ...useCrumbs()];
  return (
    <div className={classes.ribbon}>
      <nav className={classes.nav} aria-label={t('breadcrumbs')}>
        <ol className={classes.crumbs}>
          {crumbs.map(({ label, to }, index) => {
            const last = index === crumbs.length - 1;
            return (
              <li key={`${index}${label}`} className={classes.crumb}>
                {index > 0 && <IconChevronRight size={14} stroke={1.5} aria-hidden className={classes.separator} />}
                {to && !last ? (
                  <Link to={to} className={classes.link} activeOptions={{ exact: true }}>
                    {index === 0 && <IconHome size={15} stroke={1.5} aria-hidden />}
                    <bdi>{label}</bdi>
                  </Link>
                ) : (
                  <bdi className={classes.here} aria-current={last ? 'page' : undefined}>
                    {label}
                  </bdi>
                )}
              </li>
            );
          })}
        </ol>
      </nav>
      {end}
    </div>
  );
}
