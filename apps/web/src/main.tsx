import '@fontsource-variable/inter';
import '@fontsource-variable/noto-sans-arabic';
import '@fontsource/jetbrains-mono/400.css';
import './app/theme/global.css';
import './app/theme/forced-colors.css';
import './app/theme/open-styles.ts';
import './app/theme/tokens.css';
import './app/theme/skins.css';
import './app/theme/hues.css';
import './app/i18n/i18n.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { onSessionEnd } from './api/session.ts';
import { shareSession } from './api/share-session.ts';
import { App } from './app/app.tsx';
import { queryClient } from './app/query-client.ts';
import { restoreLayout } from './app/layout/layout-store.ts';
import { startLanguage } from './ui/domain/languages/staff-language.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

await startLanguage();
restoreLayout();
shareSession();
onSessionEnd(() => queryClient.clear());
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
