// How the web app is built: from web/ into dist/web, with the grid and each page in chunks of their own.
import { readFileSync } from 'node:fs'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const here = import.meta.dirname
const server = `http://127.0.0.1:${process.env.PORT ?? 8000}`

/** The grid library takes eight functions from lodash, which are a few lines here and 8 KB there. */
const withoutLodash: Plugin = {
  name: 'without-lodash',
  enforce: 'pre',
  resolveId: (id) => (/^lodash\/\w+\.js$/.test(id) ? `\0${id}` : null),
  load(id) {
    const [, name] = /^\0lodash\/(\w+)\.js$/.exec(id) ?? []
    return name ? `export { ${name} as default } from '${here}/src/grid/drawing/glide-needs.ts'` : null
  },
}

/** Finding is the app's own: of what the grid library has for it, 13 KB with a bar and its drawings, the part is left that passes everything on. */
const withoutSearch: Plugin = {
  name: 'without-search',
  enforce: 'pre',
  load: (id) =>
    /glide-data-grid.*\/data-grid-search\.js$/.test(id)
      ? `import { createElement } from 'react'
import Grid from '../scrolling-data-grid/scrolling-data-grid.js'
const none = []
export default (given) => createElement(Grid, { ...given, prelightCells: none })`
      : null,
}

/** The icons that the web app draws, out of icons.json, a module each so that every page carries its own. */
const icons: Plugin = {
  name: 'icons',
  enforce: 'pre',
  resolveId: (id) => (/^(lucide-react|icon:\w+)$/.test(id) ? { id: `\0${id}`, moduleSideEffects: false } : null),
  load(id) {
    if (!/^\0(lucide-react|icon:)/.test(id)) return null
    const shapes: Record<string, unknown> = JSON.parse(readFileSync(`${here}/icons.json`, 'utf8'))
    const [, name] = /^\0icon:(\w+)$/.exec(id) ?? []
    if (name) {
      const code = `export default /* @__PURE__ */ drawn(${JSON.stringify(shapes[name])})`
      return `import { drawn } from '${here}/src/ui/icon.ts'\n${code}`
    }
    return Object.keys(shapes)
      .map((one) => `export { default as ${one} } from 'icon:${one}'`)
      .join('\n')
  },
}

export default defineConfig({
  root: here,
  plugins: [withoutLodash, withoutSearch, icons, react(), tailwindcss()],
  resolve: {
    // Radix locks page scroll by writing a <style> tag, which the content security policy forbids; this page never scrolls.
    alias: {
      'react-remove-scroll': `${here}/src/ui/overlays/scroll-lock.tsx`,
      '@emotion/is-prop-valid': `${here}/src/ui/forms/valid-attribute.ts`,
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
            // Those of many pages go together: a piece each is more frame than drawing.
            { name: 'icons', test: /^\0icon:/, minShareCount: 4, priority: 10 },
          ],
        },
      },
    },
  },
})
