import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { caseCauses } from '@wardvoice/contract';
import { ask } from '../../../api/ask.ts';
import { useMay } from '../../../api/session.ts';
import { Record } from '../../../ui/domain/record.tsx';
import { Page } from '../../../ui/kit/page.tsx';
import { Panel } from '../../../ui/kit/panel.tsx';
import { CauseDialog } from './cause-dialog.tsx';
import classes from './causes.module.css';

/** Lists why cases come about. Whoever may change departments changes the list. */
export function CausesPage() {
  const { t } = useTranslation('cases');
  const list = useQuery(ask(caseCauses.listCaseCauses, {}, { topics: ['cases'], failureIsShown: true }));
  const path = [{ label: t('title'), to: '/cases/index' }];
  return (
    <Record query={list} title={t('causes.title')} path={path}>
      {(causes) => <Causes causes={causes} path={path} />}
    </Record>
  );
}

function Causes({ causes, path }: { causes: readonly caseCauses.CaseCause[]; path: { label: string; to: string }[] }) {
  const { t } = useTranslation('cases');
  const mayChange = useMay()('departments.update');
  const [shown, setShown] = useState<caseCauses.CaseCause | 'new' | null>(null);
  return (
    <Page
      title={t('causes.title')}
      lead={t('causes.lead')}
      path={path}
      actions={
        mayChange && (
          <Button leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />} onClick={() => setShown('new')}>
            {t('causes.add')}
          </Button>
        )
      }
    >
      <Panel title={t('causes.title')} flush>
        {causes.length === 0 ? (
          <div className={classes.empty}>
            <strong>{t('causes.empty_title')}</strong>
            <p>{t('causes.empty_text')}</p>
          </div>
        ) : (
          <ul className={classes.rows} aria-label={t('causes.title')}>
            {causes.map((cause) => (
              <li key={cause.id} className={classes.row}>
                <span className={classes.place}>{cause.sort_order}</span>
                <bdi className={classes.name}>{cause.title}</bdi>
                <span className="wv-quiet">{cause.active ? '' : t('causes.off')}</span>
                {mayChange && (
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={t('causes.edit', { title: cause.title })}
                    onClick={() => setShown(cause)}
                  >
                    {t('causes.change')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </Panel>
      <CauseDialog shown={shown} places={causes.length} onClose={() => setShown(null)} />
    </Page>
  );
}
