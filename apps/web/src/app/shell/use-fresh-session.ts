import { useEffect } from 'react';
import { account } from '@wardvoice/contract';
import { call } from '../../api/call.ts';
import { renewSession } from '../../api/session.ts';
import { noticeFailedRequest } from '../../ui/domain/notices.ts';

/** Fetches the session again, because permissions and applications may have changed since this tab stored them. */
export function useFreshSession(token: string): void {
  useEffect(() => {
    const left = new AbortController();
    call(account.getSession, {}, left.signal).then(renewSession, (error: unknown) => {
      if (!left.signal.aborted) noticeFailedRequest(error);
    });
    return () => left.abort();
  }, [token]);
}
