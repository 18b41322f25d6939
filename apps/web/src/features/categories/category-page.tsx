import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { categories } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { call } from '../../api/call.ts';
import { useMay } from '../../api/session.ts';
import { Columns } from '../../ui/kit/columns.tsx';
import { DeleteButton } from '../../ui/domain/delete-button.tsx';
import { Fact, FactLine, FactList } from '../../ui/kit/facts.tsx';
import { AnchorLink, ButtonLink } from '../../ui/kit/links.tsx';
import { Page } from '../../ui/kit/page.tsx';
import { Panel } from '../../ui/kit/panel.tsx';
import { Record } from '../../ui/domain/record.tsx';
import { useTerms } from '../../ui/domain/terms.ts';

export function CategoryPage() {
  const { t } = useTranslation('categories');
  const { id } = useParams({ from: '/shell/categories/$id' });
  const query = useQuery(ask(categories.getCategory, { params: { id: Number(id) } }, { failureIsShown: true }));
  const path = [{ label: t('title'), to: '/categories/index' }];
  return (
    <Record query={query} title={t('what')} path={path}>
      {(category) => <CategoryRecord category={category} path={path} />}
    </Record>
  );
}

interface CategoryRecordProps {
  category: categories.Category;
  path: { label: string; to: string }[];
}

function CategoryRecord({ category, path }: CategoryRecordProps) {
  const { t } = useTranslation(['categories', 'common']);
  const { languageName } = useTerms();
  const may = useMay();
  const navigate = useNavigate();
  const { id, title, department, questions_count, translations } = category;
  const translated = Object.entries(translations);
  return (
    <Page
      title={title}
      path={path}
      lead={
        <FactLine>
          <Fact label={t('column.questions')}>{String(questions_count)}</Fact>
        </FactLine>
      }
      actions={
        <>
          {may('categories.update') && (
            <ButtonLink variant="default" to="/categories/$id/edit" params={{ id: String(id) }}>
              {t('common:record.edit')}
            </ButtonLink>
          )}
          {may('categories.delete') && (
            <DeleteButton
              what={t('what')}
              id={id}
              consequence={t('delete_text', { count: questions_count })}
              remove={() => call(categories.deleteCategory, { params: { id } })}
              changes={['categories']}
              onDeleted={() => void navigate({ to: '/categories/index' })}
            />
          )}
        </>
      }
    >
      <Columns>
        <Panel title={t('column.department')}>
          {department === null ? (
            <p className="wv-quiet">{[t('no_department'), t('no_department_text')].join('. ')}</p>
          ) : may('departments.view') ? (
            <AnchorLink to="/departments/$id" params={{ id: String(department.id) }}>
              {department.title}
            </AnchorLink>
          ) : (
            department.title
          )}
        </Panel>
        <Panel title={t('translated')}>
          {translated.length === 0 ? (
            <p className="wv-quiet">{t('not_translated')}</p>
          ) : (
            <FactList>
              {translated.map(([language, { title: text }]) => (
                <Fact key={language} label={languageName(language)}>
                  <span lang={language} dir="auto">
                    {text}
                  </span>
                </Fact>
              ))}
            </FactList>
          )}
        </Panel>
      </Columns>
    </Page>
  );
}
