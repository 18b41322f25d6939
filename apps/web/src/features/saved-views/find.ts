import i18next from 'i18next';
import { savedViews } from '@wardvoice/contract';
import { call } from '../../api/call.ts';
import { MAX_FOUND, type SliceFind } from '../../ui/domain/find-source.ts';
import { hrefOfView } from '../../ui/domain/saved-views/href-of-view.ts';
import { titleOfList } from '../../ui/domain/saved-views/list-titles.ts';

export const find: SliceFind = ({ application }) => ({
  name: 'saved_views',
  title: i18next.t('saved_views:title'),
  ...(application === null
    ? {}
    : {
        find: async (term, signal) => {
          const { data } = await call(savedViews.listSavedViews, {}, signal);
          return data
            .filter(({ name }) => plain(name).includes(plain(term)))
            .slice(0, MAX_FOUND)
            .map(({ id, name, list, address, shared }) => ({
              id: String(id),
              title: name,
              detail: [titleOfList(list), ...(shared ? [i18next.t('saved_views:shared_mark')] : [])].join(' · '),
              link: { href: hrefOfView({ list, address }), state: { view: id } },
            }));
        },
      }),
});

const plain = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
