import { useEffect } from 'react';
import { account } from '@wardvoice/contract';
import { idleSeconds, onAct, onOtherTab } from '../../../api/activity.ts';
import { call } from '../../../api/call.ts';
import { renewSession, resumeSession, type Session } from '../../../api/session.ts';
import { lock } from './lock.ts';

const CHECK_EVERY_MS = 5_000;
/** The server hears at this interval that somebody is active, even while they only fill in a long form. */
const REPORT_AFTER_MS = 30_000;

/** Locks the page when nobody has been active for a while. The tabs of this browser are locked and unlocked together. */
export function useIdleLock({ auth_token: token, locked }: Session): void {
  useEffect(() => {
    if (locked) return;
    const check = () => {
      if (idleSeconds() >= account.IDLE_LOCK_MINUTES * 60) void lock({ alsoOtherTabs: false });
    };
    // A computer that wakes up shows the page before any timer runs.
    document.addEventListener('visibilitychange', check);
    window.addEventListener('focus', check);
    const timer = setInterval(check, CHECK_EVERY_MS);
    return () => {
      document.removeEventListener('visibilitychange', check);
      window.removeEventListener('focus', check);
      clearInterval(timer);
    };
  }, [token, locked]);

  useEffect(() => {
    if (locked) return;
    let report: ReturnType<typeof setTimeout> | undefined;
    const stop = onAct(() => {
      report ??= setTimeout(() => {
        report = undefined;
        void call(account.getSession, {}).then(renewSession, () => undefined);
      }, REPORT_AFTER_MS);
    });
    return () => {
      stop();
      clearTimeout(report);
    };
  }, [token, locked]);

  useEffect(
    () =>
      onOtherTab((change) => {
        if (change === 'locked') void lock({ alsoOtherTabs: false });
        // Tabs with the same session are unlocked with it; one with another session asks for itself.
        else void call(account.getSession, {}).then(resumeSession, () => undefined);
      }),
    [token],
  );
}
