import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const server = `http://127.0.0.1:${process.env['PORT'] || '3000'}`;

export default defineConfig({
  plugins: [react()],
  resolve: { conditions: ['wardvoice-source', 'module', 'browser', 'development|production', 'default'] },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // A font in a data: address would be refused by the Content-Security-Policy.
    assetsInlineLimit: 0,
    target: 'es2022',
  },
  server: {
    host: '127.0.0.1',
    port: Number(process.env['WEB_PORT'] || 5173),
    proxy: { '/api': server, '^/feedback/(?!records)': server, '/healthz': server },
  },
});
