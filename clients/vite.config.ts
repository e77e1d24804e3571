import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const page = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const SERVICE = 'http://127.0.0.1:8000'

// Paths are relative, so the pages work below any path of any server.
export default defineConfig({
  base: './',
  build: {
    outDir: 'dist',
    target: 'es2023',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0, // the pages' policy lets nothing come out of the page itself
    rolldownOptions: {
      input: {
        web: page('web/index.html'),
        overlay: page('overlay/index.html'),
        builder: page('overlay/builder.html'),
      },
    },
  },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  server: {
    proxy: { '/graphql': { target: SERVICE, ws: true }, '/v1': SERVICE },
  },
})
