import { useEffect } from 'react';
import { account } from '@wardvoice/contract';
import { idleSeconds, onAct, onOtherTab } from '../../api/activity.ts';
import { call } from '../../api/call.ts';
import { renewSession, resumeSession, type Session } from '../../api/session.ts';
import { lock } from './lock.ts';

const CHECK_EVERY_MS = 5_000;
/** Somebody who fills in a long form asks the server for nothing: this often it hears that they are there. */
const REPORT_AFTER_MS = 30_000;

/** Locks the page when nobody has done anything for a while, and keeps the tabs of this browser of one mind. */
export function useIdleLock({ auth_token: token, locked }: Session): void {
  useEffect(() => {
    if (locked) return;
    const check = () => {
      if (idleSeconds() >= account.IDLE_LOCK_MINUTES * 60) void lock({ alsoOtherTabs: false });
    };
    // A machine that slept shows the page before any timer runs.
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
