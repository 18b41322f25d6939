import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { mayIn, type Session } from '../../api/session.ts';
import { ApplicationSwitcher } from './application-switcher.tsx';
import { atSubPath } from '../../api/sub-path.ts';
import classes from './header.module.css';

/** The application's logo and title, or the product's own while none is chosen. Who has a choice chooses here. */
export function Brand({ session }: { session: Session }) {
  const { t } = useTranslation();
  const application = session.application_user.application;
  const title = application?.title ?? t('product');
  const hasChoice = session.applications.length > 1 || mayIn(session, 'superuser');
  return (
    <div className={classes.brand}>
      <Link to="/dashboard" className={classes.home}>
        <img src={atSubPath(application?.logo || '/wardvoice.svg')} alt={title} className={classes.logo} />
        {!hasChoice && (
          <span className={classes.title} dir="auto" aria-hidden>
            {title}
          </span>
        )}
      </Link>
      {hasChoice && <ApplicationSwitcher session={session} />}
    </div>
  );
}
