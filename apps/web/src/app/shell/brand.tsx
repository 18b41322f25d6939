import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useApplication } from '../../api/session.ts';
import classes from './header.module.css';

/** The application's logo and title; the product's own while no application is chosen. */
export function Brand() {
  const { t } = useTranslation();
  const application = useApplication();
  const title = application?.title ?? t('product');
  return (
    <Link to="/dashboard" className={classes.brand} aria-label={title}>
      <img src={application?.logo || '/wardvoice.svg'} alt={title} className={classes.logo} />
      <span className={classes.brandTitle}>{title}</span>
    </Link>
  );
}
