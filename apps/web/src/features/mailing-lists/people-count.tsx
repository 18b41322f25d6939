import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { mailingLists } from '@wardvoice/contract';
import { call } from '../../api/call.ts';
import { useFormats } from '../../ui/kit/formats.ts';

/** How many the list would hold now, as one chooses. */
export function PeopleCount({ type, rules }: { type: mailingLists.ListType; rules: mailingLists.ListRules }) {
  const { t } = useTranslation('mailing_lists');
  const { number } = useFormats();
  const [body] = useDebouncedValue({ mailing_list: { type_of: type, rules } }, 400);
  const { data } = useQuery({
    queryKey: [mailingLists.previewRules.path, body],
    queryFn: ({ signal }) => call(mailingLists.previewRules, { body }, signal),
    placeholderData: keepPreviousData,
    // A rule is half typed: the field says so.
    meta: { failureIsShown: true },
    retry: false,
  });
  return (
    <p role="status" style={{ fontWeight: 500 }}>
      {data
        ? t('rules.count', { count: data.data.people, reachable: number(data.data.with_address) })
        : t('rules.counting')}
    </p>
  );
}
