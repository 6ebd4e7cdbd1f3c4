import react from '@vitejs/plugin-react'
import { resolve } from 'node:path'
import { defineConfig } from 'vite'

import { classNames } from '../../ui/build/class-names.ts'
import { stripContract, inlineLimits } from '../../ui/build/strip-contract.ts'
import { themeVariables } from '../../ui/build/theme-variables.ts'

const root = resolve(import.meta.dirname, '..')

/** The portal's login and home as the console's brand screen draws them: one style sheet, for a frame alone. */
export default defineConfig({
  root,
  base: '/console/',
  publicDir: false,
  plugins: [
    react(),
    stripContract(resolve(root, '../contract/api.ts')),
    inlineLimits(resolve(root, '../contract/standard-limits.ts')),
    themeVariables(async () => (await import('../../ui/theme/sizes.ts')).themeSizes),
  ],
  css: classNames,
  build: {
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    modulePreload: { polyfill: false, resolveDependencies: () => [] },
    reportCompressedSize: false,
    rolldownOptions: {
      preserveEntrySignatures: 'strict',
      input: { shop: resolve(root, 'preview/draw-shop.tsx') },
      output: {
        entryFileNames: 'static/js/[name]-[hash].js',
        chunkFileNames: 'static/js/shop-[name]-[hash].js',
        assetFileNames: 'static/css/shop-[hash][extname]',
      },
    },
  },
})
