import { Button } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { wardPages } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { call } from '../../api/call.ts';
import { useMay } from '../../api/session.ts';
import { DeleteButton } from '../../ui/domain/delete-button.tsx';
import { Record } from '../../ui/domain/record.tsx';
import { useTerms } from '../../ui/domain/terms.ts';
import { Fact, FactLine } from '../../ui/kit/facts.tsx';
import { useFormats } from '../../ui/kit/formats.ts';
import { ButtonLink } from '../../ui/kit/links.tsx';
import { Page } from '../../ui/kit/page.tsx';
import { Panel } from '../../ui/kit/panel.tsx';
import { QrCode } from '../../ui/kit/qr-code.tsx';
import { useRegion } from '../../ui/kit/region.ts';
import { CopyField } from '../../ui/kit/secret/copy-field.tsx';
import { toZoned } from '../../ui/kit/time/zoned-time.ts';
import { EntriesPanel } from './entries-panel.tsx';
import { EntryDialog, type Draft } from './entry-dialog.tsx';
import { HeardPanel } from './heard-panel.tsx';
import { WardPageState } from './ward-page-state.tsx';
import classes from './ward-pages.module.css';

type Detail = wardPages.WardPageDetail;

/** One public page as staff write it. */
export function WardPagePage() {
  const { t } = useTranslation('ward_pages');
  const { id } = useParams({ from: '/shell/ward_pages/$id' });
  const query = useQuery(
    ask(wardPages.getWardPage, { params: { id: Number(id) } }, { failureIsShown: true, topics: ['ward_pages'] }),
  );
  const path = [{ label: t('title'), to: '/ward_pages/index' }];
  return (
    <Record query={query} title={t('what')} path={path}>
      {(page) => (
        <Page title={page.title} path={path} lead={<About page={page} />} actions={<Actions page={page} />}>
          <Content page={page} />
        </Page>
      )}
    </Record>
  );
}

function Content({ page }: { page: Detail }) {
  const { t } = useTranslation('ward_pages');
  const { timeZone } = useRegion();
  const [draft, setDraft] = useState<Draft | null>(null);
  const begin = (did: string) => setDraft({ id: null, did, done_on: todayIn(timeZone ?? 'UTC') });
  return (
    <>
      <div className={classes.columns}>
        <EntriesPanel page={page} onAdd={() => begin('')} onChange={setDraft} />
        <div className={classes.stack}>
          {page.active && (
            <Panel title={t('address')}>
              <div className={classes.address}>
                <CopyField label={t('address_label')} value={page.address} />
                <QrCode text={page.address} label={t('qr_label')} />
                <span className="wv-quiet">{t('address_text', { count: wardPages.MAX_SHOWN })}</span>
              </div>
            </Panel>
          )}
          <HeardPanel page={page} onUse={begin} />
        </div>
      </div>
      <EntryDialog page={page} draft={draft} onClose={() => setDraft(null)} />
    </>
  );
}

/** Returns today by the clocks of the zone, as an ISO date. */
const todayIn = (zone: string): string => toZoned(new Date().toISOString(), zone).slice(0, 'yyyy-mm-dd'.length);

function About({ page }: { page: Detail }) {
  const { t } = useTranslation('ward_pages');
  const { languageName } = useTerms();
  const { number } = useFormats();
  return (
    <FactLine>
      <Fact label={t('column.state')}>
        <WardPageState page={page} />
      </Fact>
      <Fact label={t('column.ward')}>{page.location ?? t('whole')}</Fact>
      <Fact label={t('language')}>{languageName(page.language)}</Fact>
      <Fact label={t('column.published')}>{number(page.published_count)}</Fact>
      <Fact label={t('column.drafts')}>{number(page.draft_count)}</Fact>
    </FactLine>
  );
}

function Actions({ page: { id, address, active } }: { page: Detail }) {
  const { t } = useTranslation(['ward_pages', 'common']);
  const navigate = useNavigate();
  const mayWrite = useMay()('ward_pages.update');
  return (
    <>
      {active && (
        <Button
          component="a"
          href={address}
          target="_blank"
          rel="noreferrer"
          variant="default"
          leftSection={<IconExternalLink size={16} stroke={1.75} aria-hidden />}
        >
          {t('open')}
        </Button>
      )}
      {mayWrite && (
        <>
          <ButtonLink variant="default" to="/ward_pages/$id/edit" params={{ id: String(id) }}>
            {t('common:record.edit')}
          </ButtonLink>
          <DeleteButton
            what={t('what')}
            id={id}
            consequence={t('delete_text')}
            remove={() => call(wardPages.deleteWardPage, { params: { id } })}
            changes={['ward_pages']}
            onDeleted={() => void navigate({ to: '/ward_pages/index' })}
          />
        </>
      )}
    </>
  );
}
