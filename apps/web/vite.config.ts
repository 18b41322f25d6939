import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressFiles } from './vite/compress-files.ts';
import { listPreloads } from './vite/list-preloads.ts';
import { codeSplitting } from './vite/split-chunks.ts';

const server = `http://127.0.0.1:${process.env['PORT'] || '3000'}`;

export default defineConfig({
  plugins: [react(), listPreloads(), compressFiles()],
  resolve: { conditions: ['wardvoice-source', 'module', 'browser', 'development|production', 'default'] },
  experimental: {
    // Scripts and style sheets find each other from where they are, so that the application works below a sub-path, too.
    renderBuiltUrl: (_name, { hostType }) => (hostType === 'html' ? undefined : { relative: true }),
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // A font in a data: address would be refused by the Content-Security-Policy.
    assetsInlineLimit: 0,
    target: 'es2022',
    chunkSizeWarningLimit: 800,
    rolldownOptions: { output: { codeSplitting } },
  },
  server: {
    host: '127.0.0.1',
    port: Number(process.env['WEB_PORT'] || 5173),
    proxy: { '/api': server, '^/feedback/(?!records)': server, '^/said/': server, '/healthz': server },
  },
});
