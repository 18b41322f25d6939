import { Navigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../api/session.ts';
import { useAnnouncedPage } from '../../../ui/kit/page-store.ts';
import { isScreen } from '../is-screen.ts';
import { lock } from './lock.ts';

/** Locks the session when its address is opened. Unlocking leads to the person's first page. */
export function LockPage() {
  const { t } = useTranslation(['account', 'common']);
  useAnnouncedPage(t('common:page_title', { title: t('lock.title'), product: t('common:product') }), []);
  const session = useSession();
  const [isAsked, setIsAsked] = useState(false);
  useEffect(() => {
    void lock();
    setIsAsked(true);
  }, []);
  if (!isAsked || !session || session.locked) return null;
  const landing = session.application_user.landing_page;
  return <Navigate to={isScreen(landing) ? landing : '/dashboard'} replace />;
}
