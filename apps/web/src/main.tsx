import '@fontsource-variable/inter';
import '@fontsource-variable/noto-sans-arabic';
import '@fontsource-variable/jetbrains-mono';
import './app/theme/global.css';
import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import './app/theme/tokens.css';
import './app/theme/skins.css';
import './app/theme/hues.css';
import './app/i18n/i18n.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { speakPlainly } from '@wardvoice/contract';
import { onSessionEnd } from './api/session.ts';
import { shareSession } from './api/share-session.ts';
import { App } from './app/app.tsx';
import { queryClient } from './app/query-client.ts';
import { restoreLayout } from './app/layout/layout-store.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

speakPlainly();
restoreLayout();
shareSession();
onSessionEnd(() => queryClient.clear());
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
