import react from '@vitejs/plugin-react'
import { resolve } from 'node:path'
import { defineConfig } from 'vite'

import { builtApart } from '../ui/build/built-apart.ts'
import { stripContract, inlineLimits } from '../ui/build/strip-contract.ts'
import { themeVariables } from '../ui/build/theme-variables.ts'

const root = import.meta.dirname

export default defineConfig({
  root,
  base: '/console/',
  // The server owns the page: its HTML is filled in per request.
  appType: 'custom',
  plugins: [
    react(),
    stripContract(resolve(root, '../contract/api.ts')),
    stripContract(resolve(root, '../contract/console/api.ts'), 'consoleApi'),
    inlineLimits(resolve(root, '../contract/standard-limits.ts')),
    builtApart('virtual:shop', resolve(root, '../portal/preview/vite.config.ts')),
    themeVariables(async () => (await import('../ui/theme/sizes.ts')).themeSizes),
  ],
  css: { modules: { generateScopedName: '[local]_[hash:base64:4]' } },
  build: {
    outDir: resolve(root, '../dist/console'),
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: resolve(root, 'main.tsx'),
      output: {
        // What the entry needs at once is one file: cut into the parts that screens share, it compresses 4 kB worse.
        codeSplitting: { groups: [{ name: 'app', test: /console\/main\.tsx$/ }] },
        entryFileNames: 'static/js/[name]-[hash].js',
        // A chunk with only shared styles is named after a file with two dots.
        chunkFileNames: ({ name }) => `static/js/${name.replaceAll('.', '-')}-[hash].js`,
        assetFileNames: (asset) =>
          asset.names.some((name) => name.endsWith('.css'))
            ? 'static/css/[name]-[hash][extname]'
            : 'static/media/[name]-[hash][extname]',
      },
    },
  },
})
