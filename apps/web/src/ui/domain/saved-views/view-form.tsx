import { Checkbox, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { savedViews } from '@wardvoice/contract';
import { call } from '../../../api/call.ts';
import { useApplication, useMay } from '../../../api/session.ts';
import { Form } from '../../kit/form.tsx';
import { noticeSuccess } from '../notices.ts';
import { useRecordForm } from '../record-form/use-record-form.ts';
import classes from './saved-views.module.css';
import type { ListViews } from './use-saved-views.ts';

interface ViewFormProps {
  of: ListViews;
  /** The view to rename; null: the filters that are set are saved as another one. */
  view: savedViews.SavedView | null;
  onClose: () => void;
}

type Values = { saved_view: { name: string; list: string; address: string; shared: boolean } };
type Saved = { data: savedViews.SavedView };

/** Saves the filters of a list under a name, or renames a view. A name that the person has already is replaced. */
export function ViewForm({ of, view, onClose }: ViewFormProps) {
  const { t } = useTranslation('saved_views');
  const may = useMay();
  const application = useApplication();
  const record = useRecordForm<Values, Saved>({
    schema: savedViews.createSavedView.body,
    wrapper: 'saved_view',
    values: {
      saved_view: {
        name: view?.name ?? '',
        list: of.list,
        address: view?.address ?? of.address,
        shared: view?.shared ?? false,
      },
    },
    save: (values) => {
      const { name, address } = values.saved_view;
      if (view) return update(view, { name });
      const replaced = sameNameAs(of, values);
      return replaced ? update(replaced, { address }) : call(savedViews.createSavedView, { body: values });
    },
    changes: ['saved_views'],
    onSaved: ({ data }) => {
      noticeSuccess(t(view ? 'renamed' : 'saved'));
      onClose();
      if (!view) of.show(data.id);
    },
  });
  const { form } = record;
  const replaces = !view && sameNameAs(of, form.values) !== undefined;
  const term = savedViews.readAddress(of.address)['term'];
  return (
    <Form of={record} submit={t(view ? 'submit_rename' : replaces ? 'submit_replace' : 'submit')} onCancel={onClose}>
      <TextInput
        label={t('name')}
        description={t('name_help')}
        required
        maxLength={savedViews.MAX_VIEW_NAME}
        dir="auto"
        data-autofocus
        {...form.getInputProps('saved_view.name')}
      />
      {!view && may('admin') && (
        <Checkbox
          label={t('share', { application: application?.title })}
          description={t('share_text')}
          {...form.getInputProps('saved_view.shared', { type: 'checkbox' })}
        />
      )}
      <div role="status" className={classes.remarks}>
        {form.values.saved_view.shared && !view && term !== undefined && (
          <p>{t('share_words', { term: String(term) })}</p>
        )}
        {replaces && <p>{t('replaces')}</p>}
      </div>
    </Form>
  );
}

const update = ({ id, version }: savedViews.SavedView, change: { name?: string; address?: string }) =>
  call(savedViews.updateSavedView, { params: { id }, body: { saved_view: { ...change, version } } });

/** The view that a new one of this name would replace: of the same owner, whatever the case of its name. */
function sameNameAs({ views }: ListViews, { saved_view }: Values): savedViews.SavedView | undefined {
  const name = saved_view.name.trim().toLowerCase();
  return views.find((one) => one.shared === saved_view.shared && one.name.toLowerCase() === name);
}
