import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { departments } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { call } from '../../api/call.ts';
import { useMay } from '../../api/session.ts';
import { DeleteButton } from '../../ui/domain/delete-button.tsx';
import { Fact, FactLine } from '../../ui/kit/facts.tsx';
import { AnchorLink, ButtonLink } from '../../ui/kit/links.tsx';
import { Page } from '../../ui/kit/page.tsx';
import { Panel } from '../../ui/kit/panel.tsx';
import { Record } from '../../ui/domain/record.tsx';
import { DutyPanel } from './duty-panel.tsx';
import { EscalationsPanel } from './escalations-panel.tsx';

export function DepartmentPage() {
  const { t } = useTranslation('departments');
  const { id } = useParams({ from: '/shell/departments/$id' });
  const query = useQuery(
    ask(departments.getDepartment, { params: { id: Number(id) } }, { topics: ['cases'], failureIsShown: true }),
  );
  const path = [{ label: t('title'), to: '/departments/index' }];
  return (
    <Record query={query} title={t('what')} path={path}>
      {(department) => <DepartmentRecord department={department} path={path} />}
    </Record>
  );
}

interface DepartmentRecordProps {
  department: departments.DepartmentDetail;
  path: { label: string; to: string }[];
}

function DepartmentRecord({ department, path }: DepartmentRecordProps) {
  const { t } = useTranslation(['departments', 'common']);
  const may = useMay();
  const navigate = useNavigate();
  const { id, title, categories, open_cases_count } = department;
  const deletionText = useDeletionText();
  const openCases = t('open_cases_link', { count: open_cases_count });
  return (
    <Page
      title={title}
      path={path}
      lead={
        <FactLine>
          <Fact label={t('open_cases')}>
            {may('cases.list') ? (
              <AnchorLink to="/cases/index" search={{ open: '1', department_id: id }} aria-label={openCases}>
                {open_cases_count}
              </AnchorLink>
            ) : (
              String(open_cases_count)
            )}
          </Fact>
        </FactLine>
      }
      actions={
        <>
          {may('departments.update') && (
            <ButtonLink variant="default" to="/departments/$id/edit" params={{ id: String(id) }}>
              {t('common:record.edit')}
            </ButtonLink>
          )}
          {may('departments.delete') && (
            <DeleteButton
              what={t('what')}
              id={id}
              consequence={async () => {
                const { data } = await call(departments.getDepartment, { params: { id } });
                return { text: deletionText(data), refusal: null };
              }}
              remove={() => call(departments.deleteDepartment, { params: { id } })}
              changes={['departments', 'cases']}
              onDeleted={() => void navigate({ to: '/departments/index' })}
            />
          )}
        </>
      }
    >
      <EscalationsPanel departmentId={id} />
      <DutyPanel departmentId={id} />
      <Panel title={t('categories')}>
        {categories.length === 0 ? (
          <p className="wv-quiet">{t('categories_empty')}</p>
        ) : (
          <ul>
            {categories.map((category) => (
              <li key={category.id}>
                {may('categories.view') ? (
                  <AnchorLink to="/categories/$id" params={{ id: String(category.id) }}>
                    {category.title}
                  </AnchorLink>
                ) : (
                  category.title
                )}
              </li>
            ))}
          </ul>
        )}
      </Panel>
    </Page>
  );
}

/** Says what the deletion of a department stops, in numbers. */
function useDeletionText() {
  const { t } = useTranslation('departments');
  return ({ open_cases_count, wards_count, kiosks_count }: departments.DepartmentDetail): string =>
    [
      t('delete_text', { count: open_cases_count, rest: t('delete_rest') }),
      wards_count > 0 ? t('delete_wards', { count: wards_count }) : '',
      kiosks_count > 0 ? t('delete_kiosks', { count: kiosks_count }) : '',
    ]
      .filter(Boolean)
      .join(' ');
}
