import { useId, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LanguageLinks } from '../../ui/domain/languages/language-links.tsx';
import { useAnnouncedPage } from '../../ui/kit/page-store.ts';
import { atSubPath } from '../../api/sub-path.ts';
import classes from './account-frame.module.css';

interface AccountFrameProps {
  title: string;
  lead?: string;
  /** Handles the submit of the form. Without it, the children are shown without a form. */
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
  children: ReactNode;
  /** Links below the form. */
  links?: ReactNode;
}

/** Shows one column with the logo, a title and a form, as on every page before the sign-in. */
export function AccountForm({ title, lead, onSubmit, children, links }: AccountFrameProps) {
  const { t } = useTranslation();
  const id = useId();
  useAnnouncedPage(t('page_title', { title, product: t('product') }), []);
  const content = (
    <>
      <img src={atSubPath('/wardvoice.svg')} alt={t('product')} width={40} height={40} />
      <h1 id={id} className={classes.title}>
        {title}
      </h1>
      {lead && <p className={classes.lead}>{lead}</p>}
      {children}
      {links && <div className={classes.links}>{links}</div>}
      <LanguageLinks />
    </>
  );
  if (!onSubmit) return <div className={classes.form}>{content}</div>;
  return (
    <form className={classes.form} onSubmit={onSubmit} noValidate aria-labelledby={id}>
      {content}
    </form>
  );
}

/** Shows an account form alone on the page. */
export function AccountFrame(props: AccountFrameProps) {
  return (
    <main className={classes.plain}>
      <AccountForm {...props} />
    </main>
  );
}
