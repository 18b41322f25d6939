import { IconHome } from '@tabler/icons-react';
import { createContext, useContext, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAnnouncedPage, type Crumb } from './page-store.ts';
import classes from './page.module.css';

/** The icon beside the title of a page. The shell gives that of the menu entry which the page belongs to. */
export const PageIcon = createContext<ReactNode>(<IconHome size={22} stroke={1.5} aria-hidden />);

export interface PageProps {
  /** Title of the window, of the last breadcrumb and, unless `heading` is given, of the page. */
  title: string;
  /** Breadcrumbs between Home and this page. */
  path?: readonly Crumb[];
  heading?: ReactNode;
  /** A line below the heading. */
  lead?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

export function Page({ title, path = [], heading, lead, actions, children }: PageProps) {
  const { t } = useTranslation();
  const icon = useContext(PageIcon);
  useAnnouncedPage(t('page_title', { title, product: t('product') }), [...path, { label: title }]);
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <span className={classes.icon}>{icon}</span>
        <div className={classes.titles}>
          <h1 className={classes.title}>{heading ?? title}</h1>
          {lead && <div className={classes.lead}>{typeof lead === 'string' ? <bdi>{lead}</bdi> : lead}</div>}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}
