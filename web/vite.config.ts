// How the web app is built: from web/ into dist/web, with the grid and each page in chunks of their own.
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const here = import.meta.dirname
const server = `http://127.0.0.1:${process.env.PORT ?? 8000}`

export default defineConfig({
  root: here,
  plugins: [react(), tailwindcss()],
  resolve: {
    // Radix locks page scroll by writing a <style> tag, which the content security policy forbids; this page never scrolls.
    alias: {
      'react-remove-scroll': `${here}/src/ui/scroll-lock.tsx`,
      '@emotion/is-prop-valid': `${here}/src/ui/valid-attribute.ts`,
      marked: `${here}/src/ui/unused-grid-cells.tsx`,
      'react-responsive-carousel': `${here}/src/ui/unused-grid-cells.tsx`,
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(
      ['/api', '/auth', '/admin', '/docs', '/redoc', '/openapi.json', '/healthz', '/readyz'].map((path) => [
        path,
        server,
      ]),
    ),
  },
  build: {
    outDir: `${here}/../dist/web`,
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /vite\/preload-helper|node_modules[\\/](react|react-dom|scheduler|@tanstack|use-sync-external-store|openapi-fetch)[\\/]/,
              priority: 20,
            },
          ],
        },
      },
    },
  },
})
