import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { duty } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { Fact } from '../../ui/kit/facts.tsx';
import { listed } from '../../ui/kit/formats.ts';

/** Shifts begin and end by the clock, which no event of the server announces. */
const REFRESH_MS = 60_000;

/** Says who is on duty in the department of a case now; nothing where it has nobody on duty. */
export function OnDutyFact({ departmentId }: { departmentId: number }) {
  const { t } = useTranslation('cases');
  const { data } = useQuery({
    ...ask(duty.getOnDuty, { params: { id: departmentId } }, { failureIsShown: true }),
    refetchInterval: REFRESH_MS,
    // A department that was deleted has no rota, and its open cases stay.
    retry: false,
  });
  const people = data?.data.people ?? [];
  return <Fact label={t('on_duty')}>{listed(people.map(({ name }) => name))}</Fact>;
}
