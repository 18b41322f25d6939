import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { wardPages } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { useMay } from '../../api/session.ts';
import { useFormats } from '../../ui/kit/formats.ts';
import { AnchorLink } from '../../ui/kit/links.tsx';
import { Panel } from '../../ui/kit/panel.tsx';
import { RelativeTime } from '../../ui/kit/time/relative-time.tsx';
import classes from './ward-pages.module.css';

interface HeardPanelProps {
  page: wardPages.WardPageDetail;
  /** Begins an entry with what was done. */
  onUse: (did: string) => void;
}

/** Shows what may give rise to an entry: tags of answers and actions of closed cases of the ward. */
export function HeardPanel({ page, onUse }: HeardPanelProps) {
  const { t } = useTranslation('ward_pages');
  const mayWrite = useMay()('ward_pages.update');
  const { data } = useQuery(
    ask(wardPages.getHeard, { params: { id: page.id } }, { topics: ['ward_pages', 'feedback', 'cases'] }),
  );
  if (!data) return null;
  const { tags, actions } = data.data;
  if (tags === null && actions === null) return null;
  return (
    <Panel title={t('heard', { count: wardPages.HEARD_DAYS })}>
      {tags !== null && <Tags tags={tags} location={page.location} />}
      {actions?.length === 0 && <p className="wv-quiet">{t('no_actions')}</p>}
      {actions !== null && actions.length > 0 && (
        <ol className={classes.actions} aria-label={t('actions')}>
          {actions.map(({ case_id, actions_taken, closed_at }) => (
            <li key={case_id}>
              <span className={classes.text} dir="auto">
                {actions_taken}
              </span>
              <span className={classes.foot}>
                <span>
                  <AnchorLink to="/cases/$id" params={{ id: String(case_id) }}>
                    {t('case', { id: case_id })}
                  </AnchorLink>
                  {' · '}
                  <RelativeTime at={closed_at} />
                </span>
                {mayWrite && (
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={t('use_label', { id: case_id })}
                    onClick={() => onUse(actions_taken)}
                  >
                    {t('use')}
                  </Button>
                )}
              </span>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}

function Tags({ tags, location }: { tags: readonly { tag: string; count: number }[]; location: string | null }) {
  const { t } = useTranslation('ward_pages');
  const { number } = useFormats();
  if (tags.length === 0) return <p className="wv-quiet">{t('no_tags')}</p>;
  return (
    <ul className={classes.tags} aria-label={t('tags')}>
      {tags.map(({ tag, count }) => (
        <li key={tag}>
          <AnchorLink to="/feedback/records" search={{ tag, ...(location === null ? {} : { location }) }}>
            <bdi>{tag}</bdi>
          </AnchorLink>{' '}
          <span className="wv-quiet">{number(count)}</span>
        </li>
      ))}
    </ul>
  );
}
