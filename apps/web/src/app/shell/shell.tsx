import { Drawer } from '@mantine/core';
import { useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { IconHome } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Navigate, Outlet, useRouterState } from '@tanstack/react-router';
import clsx from 'clsx';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dashboard } from '@wardvoice/contract';
import { invalidateLive } from '../../api/invalidate.ts';
import { listenLive } from '../../api/live.ts';
import { useSession, wasSignedOut, type Session } from '../../api/session.ts';
import { LockScreen } from '../../features/account/lock/lock-screen.tsx';
import { useIdleLock } from '../../features/account/lock/use-idle-lock.ts';
import { ProofDialog } from '../../features/account/proof/proof-dialog.tsx';
import { ScreensOfMenu, type MenuScreen } from '../../ui/domain/menu-entry.ts';
import { LinkedApplication } from '../../ui/domain/no-application/linked-application.tsx';
import { PerhapsElsewhere } from '../../ui/domain/no-application/perhaps-elsewhere.tsx';
import { PageIcon } from '../../ui/kit/page.tsx';
import { WhereElseIs } from '../../ui/kit/state-panels.tsx';
import { HelpButton } from '../help/help-button.tsx';
import { LayoutPanel } from '../layout/layout-panel.tsx';
import { useLayout } from '../layout/layout-store.ts';
import { useVoice } from '../voice/use-voice.ts';
import type { SpokenScreen } from '../voice/voice-commands.ts';
import { VoicePanel } from '../voice/voice-panel.tsx';
import { ConnectionBand } from './connection-band.tsx';
import { Header } from './header.tsx';
import { isOfEntry, menuFor } from './menu.ts';
import { Navigation } from './navigation.tsx';
import { Ribbon } from './ribbon.tsx';
import classes from './shell.module.css';
import { TopNavigation } from './top-navigation.tsx';
import { useFocusOnNewScreen } from './use-focus-on-new-screen.ts';
import { useCommands } from './use-commands.ts';
import { useFollowApplication } from './use-follow-application.ts';
import { useFreshSession } from './use-fresh-session.ts';
import { useSignOut } from './use-sign-out.ts';

/** Loaded when they are first opened. */
const TwoStepGate = lazy(() => import('./two-step-gate.tsx').then((file) => ({ default: file.TwoStepGate })));
const Palette = lazy(() => import('../palette/palette.tsx').then((file) => ({ default: file.Palette })));
const KeysDialog = lazy(() => import('../keys/keys-dialog.tsx').then((file) => ({ default: file.KeysDialog })));

/** The application layout. Without a session there is only the way to the sign-in screen, and back here afterwards. */
export function Shell() {
  const session = useSession();
  const here = useRouterState({ select: (state) => state.location.href });
  if (session && !session.needs_two_step) return <Layout session={session} />;
  if (session) {
    return (
      <Suspense>
        <TwoStepGate session={session} />
      </Suspense>
    );
  }
  // Whoever signed out, in this tab or in another, is not led back to where they were: somebody else may sign in next.
  const search = wasSignedOut() ? {} : { redirect: here };
  return here.startsWith('/login') ? null : <Navigate to="/login" search={search} replace />;
}

function Layout({ session }: { session: Session }) {
  const { t } = useTranslation(['shell', 'common']);
  const [minified, setMinified] = useLocalStorage({
    key: 'sm-minified-menu',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const [menuHidden, setMenuHidden] = useLocalStorage({
    key: 'sm-hidden-menu',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const [navigationOpen, setNavigationOpen] = useState(false);
  const [layoutOpen, setLayoutOpen] = useState(false);
  const [voiceOpen, setVoiceOpen] = useState(false);
  const { menuOnTop } = useLayout();
  const signOut = useSignOut();
  const screens = useSpokenScreens(session);
  const voice = useVoice({
    screens,
    onMenu: (shown) => setMenuHidden(!shown),
    onHelp: () => setVoiceOpen(true),
    onSignOut: () => void signOut(),
  });
  const commands = useCommands(session, {
    onLayout: () => setLayoutOpen(true),
    onVoice: () => setVoiceOpen(true),
    onHideMenu: setMenuHidden,
    menuHidden,
  });
  const isMobile = useMediaQuery('(width < 979px)', false, { getInitialValueInEffect: false });
  // A menu on top, or in the drawer of a phone, has no narrow form; it is wide when it is at the side again.
  useEffect(() => {
    if (menuOnTop || isMobile) setMinified(false);
  }, [menuOnTop, isMobile, setMinified]);
  const main = useRef<HTMLElement>(null);
  useLiveRefresh(session);
  useFreshSession(session.auth_token);
  useIdleLock(session);
  useFollowApplication();
  useFocusOnNewScreen(main);
  const zone = session.application_user.application?.time_zone;

  return (
    <div
      className={clsx(
        classes.shell,
        minified && classes.minified,
        (menuOnTop || menuHidden) && classes.wide,
        menuOnTop && !menuHidden && !isMobile && classes.onTop,
      )}
    >
      <a href="#content" className={classes.skip}>
        {t('skip')}
      </a>
      <Header
        session={session}
        navigationOpen={navigationOpen}
        onOpenNavigation={() => setNavigationOpen(true)}
        menuHidden={menuHidden}
        onHideMenu={setMenuHidden}
        onLayout={() => setLayoutOpen(true)}
        onVoice={() => setVoiceOpen(true)}
        isListening={voice.isOn}
        onPalette={() => commands.setOpen('palette')}
        onKeys={() => commands.setOpen('keys')}
      />
      <Suspense>
        {commands.open === 'palette' && !session.locked && (
          <Palette session={session} actions={commands.actions} onClose={() => commands.setOpen(null)} />
        )}
        {commands.open === 'keys' && <KeysDialog onClose={() => commands.setOpen(null)} />}
      </Suspense>
      <LayoutPanel opened={layoutOpen} onClose={() => setLayoutOpen(false)} />
      <VoicePanel
        opened={voiceOpen}
        onClose={() => setVoiceOpen(false)}
        screens={screens}
        isPossible={voice.isPossible}
        isOn={voice.isOn}
        onTurn={voice.turn}
      />
      {isMobile ? (
        <Drawer
          opened={navigationOpen}
          onClose={() => setNavigationOpen(false)}
          position="left"
          size={280}
          title={t('common:product')}
          padding={0}
          classNames={{ header: classes.drawerHeader ?? '' }}
          closeButtonProps={{ 'aria-label': t('close_navigation') }}
        >
          <Navigation session={session} minified={false} onFollow={() => setNavigationOpen(false)} />
        </Drawer>
      ) : menuHidden ? null : menuOnTop ? (
        <TopNavigation session={session} />
      ) : (
        <aside className={clsx(classes.side, 'wv-glass')}>
          <Navigation session={session} minified={minified} onMinify={setMinified} />
        </aside>
      )}
      <div className={classes.column}>
        <ConnectionBand />
        <Ribbon end={<HelpButton />} />
        <main id="content" ref={main} tabIndex={-1} className={classes.main}>
          <PageIcon value={<EntryIcon session={session} />}>
            <ScreensOfMenu value={useMenuScreens(session)}>
              <LinkedApplication>
                <WhereElseIs value={<PerhapsElsewhere />}>
                  <Outlet />
                </WhereElseIs>
              </LinkedApplication>
            </ScreensOfMenu>
          </PageIcon>
        </main>
        <footer className={classes.footer}>
          <span>
            <bdi>{t('footer')}</bdi>
          </span>
          {zone && <span>{t('time_zone', { zone: zone.replaceAll('_', ' ') })}</span>}
        </footer>
      </div>
      <ProofDialog session={session} />
      {session.locked && <LockScreen session={session} />}
    </div>
  );
}

/** The icon of the menu entry that the screen belongs to, or whose list it belongs to; of Home where it belongs to none. */
function EntryIcon({ session }: { session: Session }) {
  const at = useRouterState({ select: (state) => state.location.pathname });
  const entries = menuFor(session).flatMap((group) => group.entries);
  const owner =
    entries.find((entry) => isOfEntry(at, entry)) ??
    entries.find(({ path }) => path.endsWith('/index') && at.startsWith(path.slice(0, -'index'.length)));
  const Picture = owner?.icon ?? IconHome;
  return <Picture size={22} stroke={1.5} aria-hidden />;
}

/** Returns the screens that can be opened by voice, by their names in the menu and with its filters. */
function useSpokenScreens(session: Session): SpokenScreen[] {
  return menuFor(session).flatMap(({ entries }) => entries.map(({ title, link }) => ({ title, link })));
}

function useMenuScreens(session: Session): MenuScreen[] {
  const { t } = useTranslation('shell');
  return menuFor(session).flatMap(({ name, entries }) =>
    entries.map(({ title, path }) => ({ heading: name && t(name), title, path })),
  );
}

/** Fetches again what is on the screen when the server tells that it changed. */
function useLiveRefresh(session: Session): void {
  const client = useQueryClient();
  const applicationId = session.application_user.application?.id;
  const { auth_token: token, locked } = session;
  useEffect(() => {
    if (applicationId === undefined || locked) return;
    return listenLive({
      onTopics: (topics) => invalidateLive(client, topics),
      onResumed: () => invalidateLive(client, dashboard.LIVE_TOPICS),
    });
  }, [client, applicationId, token, locked]);
}
