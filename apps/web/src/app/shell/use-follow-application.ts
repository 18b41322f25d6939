import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { getSession } from '../../api/session.ts';
import { onShared } from '../../api/share-session.ts';
import { noticeSuccess } from '../../ui/domain/notices.ts';

/**
 * Goes to work in the application that another tab has chosen. All tabs have one session, so the server answers this tab
 * for that application too, and what is on the screen is of the former one.
 */
export function useFollowApplication(): void {
  const { t } = useTranslation('shell');
  const client = useQueryClient();
  const navigate = useNavigate();
  useEffect(
    () =>
      onShared('application', () => {
        const application = getSession()?.application_user.application ?? null;
        client.clear();
        void navigate({ to: application ? '/dashboard' : '/applications/index', ignoreBlocker: true });
        noticeSuccess(t('application_followed', { title: application?.title ?? t('no_application') }));
      }),
    [client, navigate, t],
  );
}
