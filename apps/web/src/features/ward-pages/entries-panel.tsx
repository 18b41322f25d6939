import { IconCheck, IconPencil } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { wardPages } from '@wardvoice/contract';
import { call } from '../../api/call.ts';
import { useInvalidate } from '../../api/invalidate.ts';
import { useMay } from '../../api/session.ts';
import { noticeSuccess } from '../../ui/domain/notices.ts';
import { StatusBadge } from '../../ui/domain/status-badge.tsx';
import { confirm } from '../../ui/kit/confirm.ts';
import { useFormats } from '../../ui/kit/formats.ts';
import { Panel } from '../../ui/kit/panel.tsx';
import { PanelNote } from '../../ui/kit/panel-rows.tsx';
import { AddButton, ChangeButton, RemoveButton } from '../../ui/kit/row-buttons.tsx';
import classes from './ward-pages.module.css';

type Entry = wardPages.WardPageEntry;

interface EntriesPanelProps {
  page: wardPages.WardPageDetail;
  onAdd: () => void;
  onChange: (entry: Entry) => void;
}

/** Lists what patients said and what was done, as the public page does, drafts included. */
export function EntriesPanel({ page: { id, entries, language }, onAdd, onChange }: EntriesPanelProps) {
  const { t } = useTranslation('ward_pages');
  const mayWrite = useMay()('ward_pages.update');
  const remove = useRemoveEntry(id);
  async function askToRemove(entry: Entry): Promise<void> {
    const isSure = await confirm({
      title: t('entry.delete_title'),
      text: t(entry.published_at === null ? 'entry.delete_draft' : 'entry.delete_text'),
      dangerous: true,
    });
    if (isSure) remove.mutate(entry.id);
  }
  return (
    <Panel title={t('entries')} flush actions={mayWrite && <AddButton onClick={onAdd}>{t('entry.add')}</AddButton>}>
      {entries.length === 0 ? (
        <PanelNote>{t('entries_empty')}</PanelNote>
      ) : (
        <ol className={classes.entries} aria-label={t('entries')}>
          {entries.map((entry) => (
            <li key={entry.id}>
              <Words entry={entry} language={language} />
              {mayWrite && (
                <span className={classes.buttons}>
                  <ChangeButton label={t('entry.change', { said: entry.said })} onClick={() => onChange(entry)} />
                  <RemoveButton
                    label={t('entry.delete', { said: entry.said })}
                    disabled={remove.isPending}
                    onClick={() => void askToRemove(entry)}
                  />
                </span>
              )}
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}

function Words({
  entry: { said, did, done_on, published_at, written_by_name },
  language,
}: {
  entry: Entry;
  language: string;
}) {
  const { t } = useTranslation('ward_pages');
  const { plainDate } = useFormats();
  return (
    <div className={classes.words}>
      <div>
        <div className={classes.part}>{t('entry.said')}</div>
        <p className={classes.text} lang={language} dir="auto">
          {said}
        </p>
      </div>
      <div>
        <div className={classes.part}>{t('entry.did')}</div>
        <p className={classes.text} lang={language} dir="auto">
          {did}
        </p>
      </div>
      <div className={classes.about}>
        {published_at === null ? (
          <StatusBadge badge={{ hue: 'warn', icon: IconPencil }}>{t('entry.draft')}</StatusBadge>
        ) : (
          <StatusBadge badge={{ hue: 'good', icon: IconCheck }}>{t('entry.published')}</StatusBadge>
        )}
        <span>{plainDate(done_on)}</span>
        {written_by_name && <bdi>{written_by_name}</bdi>}
      </div>
    </div>
  );
}

function useRemoveEntry(id: number) {
  const { t } = useTranslation('ward_pages');
  const invalidate = useInvalidate();
  return useMutation({
    mutationFn: (entryId: number) => call(wardPages.deleteWardPageEntry, { params: { id, entryId } }),
    onSuccess: () => {
      noticeSuccess(t('entry.deleted'));
      void invalidate('ward_pages');
    },
  });
}
