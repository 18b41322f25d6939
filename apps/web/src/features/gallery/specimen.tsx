import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/session.ts';
import { Page } from '../../ui/kit/page.tsx';
import { Panel } from '../../ui/kit/panel.tsx';
import { EmptyState } from '../../ui/kit/state-panels.tsx';
import type { GalleryPage } from './gallery-pages.ts';
import classes from './specimen.module.css';

/** A page of the gallery. Somebody who is no superuser is told so; there is no data on it. */
export function GalleryFrame({ of, children }: { of: GalleryPage; children: ReactNode }) {
  const { t } = useTranslation('gallery');
  const may = useMay();
  return (
    <Page title={t(of)} lead={t('lead')}>
      {may('superuser') ? (
        <div className={classes.specimens}>{children}</div>
      ) : (
        <EmptyState icon={IconLock} title={t('not_yours_title')} text={t('not_yours_text')} />
      )}
    </Page>
  );
}

interface SpecimenProps {
  /** Name of the component that is shown. */
  of: string;
  /** The file that it is imported from, below apps/web/src; or a package. */
  from: string;
  flush?: boolean;
  children: ReactNode;
}

/** Shows a component alive, and says what to import for it. */
export function Specimen({ of: name, from: file, flush = false, children }: SpecimenProps) {
  const { t } = useTranslation('gallery');
  return (
    <Panel title={name} flush={flush}>
      <div className={classes.alive}>{children}</div>
      <code className={classes.import}>{t('import', { name: `{ ${name} }`, file: `'${file}'` })}</code>
    </Panel>
  );
}
