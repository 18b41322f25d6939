import { Button, Modal } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { savedViews } from '@wardvoice/contract';
import { call } from '../../../api/call.ts';
import { useInvalidate } from '../../../api/invalidate.ts';
import { useMay } from '../../../api/session.ts';
import { confirm } from '../../kit/confirm.ts';
import type { Filter } from '../../kit/filters.tsx';
import { noticeSuccess } from '../notices.ts';
import classes from './saved-views.module.css';
import { useSavedViews, type ListViews } from './use-saved-views.ts';
import { ViewForm } from './view-form.tsx';
import { ViewsMenu } from './views-menu.tsx';
import { listed } from '../../kit/formats.ts';

interface SavedViewsProps {
  /** The filters of the list, as its address has them. */
  search: object;
  filters: readonly Filter[];
}

/** The views of the list on the screen: they are opened, saved, changed and deleted here. */
export function SavedViews({ search, filters }: SavedViewsProps) {
  const views = useSavedViews(search);
  if (!views || (views.views.length === 0 && views.address === '')) return null;
  return <ViewsOfList of={views} filters={filters} />;
}

function ViewsOfList({ of, filters }: { of: ListViews; filters: readonly Filter[] }) {
  const { t } = useTranslation(['saved_views', 'common']);
  const may = useMay();
  const [asked, setAsked] = useState<'new' | 'rename' | null>(null);
  const { inUse, isChanged, address, dropped } = of;
  const mayChange = inUse !== undefined && (!inUse.shared || may('admin'));
  const { replace, remove } = useChanges();
  const askToDelete = async (view: savedViews.SavedView) => {
    const text = t(view.shared ? 'delete_shared' : 'delete_own');
    if (await confirm({ title: t('delete_title', { name: view.name }), text, dangerous: true })) remove.mutate(view);
  };
  const saveAgain = () => inUse && replace.mutate({ view: inUse, address });
  const labelOf = (name: string) => filters.find(({ id }) => id === name)?.label ?? name;
  const isDifferent = isChanged || dropped.length > 0;
  return (
    <div role="group" aria-label={t('title')} className={classes.views}>
      {of.views.length > 0 && (
        <ViewsMenu
          of={of}
          mayChange={mayChange}
          onSaveNew={() => setAsked('new')}
          onRename={() => setAsked('rename')}
          onDelete={() => inUse && void askToDelete(inUse)}
        />
      )}
      {isChanged && (
        <span className={classes.changed} title={t('changed_text')}>
          {t('changed')}
        </span>
      )}
      {isDifferent && mayChange && address !== '' && (
        <Button variant="subtle" size="compact-xs" loading={replace.isPending} onClick={saveAgain}>
          {t('save_again')}
        </Button>
      )}
      {isChanged && (
        <Button variant="subtle" size="compact-xs" color="gray" onClick={() => of.show(null)}>
          {t('leave')}
        </Button>
      )}
      {!inUse && address !== '' && (
        <Button variant="subtle" size="compact-xs" onClick={() => setAsked('new')}>
          {t('save')}
        </Button>
      )}
      {dropped.length > 0 && (
        <p role="status" className={classes.dropped}>
          {t('dropped', { filters: listed(dropped.map(labelOf)) })}
        </p>
      )}
      <Modal
        opened={asked !== null}
        onClose={() => setAsked(null)}
        title={t(asked === 'rename' ? 'rename_title' : 'form_title')}
        size={460}
        closeButtonProps={{ 'aria-label': t('common:close') }}
      >
        <ViewForm of={of} view={asked === 'rename' ? (inUse ?? null) : null} onClose={() => setAsked(null)} />
      </Modal>
    </div>
  );
}

function useChanges() {
  const { t } = useTranslation('saved_views');
  const invalidate = useInvalidate();
  // Whoever is refused because somebody else was first sees their version.
  const onSettled = () => invalidate('saved_views');
  const replace = useMutation({
    mutationFn: ({ view: { id, version }, address }: { view: savedViews.SavedView; address: string }) =>
      call(savedViews.updateSavedView, { params: { id }, body: { saved_view: { address, version } } }),
    onSuccess: () => noticeSuccess(t('saved_again')),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: ({ id }: savedViews.SavedView) => call(savedViews.deleteSavedView, { params: { id } }),
    onSuccess: () => noticeSuccess(t('deleted')),
    onSettled,
  });
  return { replace, remove };
}
