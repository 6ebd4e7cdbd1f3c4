import react from '@vitejs/plugin-react'
import { resolve } from 'node:path'
import { defineConfig } from 'vite'

import { classNames } from '../ui/build/class-names.ts'
import { plainLinks } from '../ui/build/plain-links.ts'
import { restAfter } from '../ui/build/rest-after.ts'
import { stripContract, inlineLimits } from '../ui/build/strip-contract.ts'
import { themeVariables } from '../ui/build/theme-variables.ts'
import { chunkGroups, FIRST, neededBeside } from './chunk-groups.ts'

const root = import.meta.dirname

export default defineConfig(({ isSsrBuild }) => ({
  root,
  // The server owns the pages: it fills in their HTML per request.
  appType: 'custom',
  plugins: [
    react(),
    stripContract(resolve(root, '../contract/api.ts')),
    inlineLimits(resolve(root, '../contract/standard-limits.ts')),
    plainLinks(),
    restAfter(FIRST),
    themeVariables(async () => (await import('../ui/theme/sizes.ts')).themeSizes),
  ],
  css: classNames,
  build: {
    outDir: resolve(root, '../dist/portal'),
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies: (_file, needed) => neededBeside(needed) },
    reportCompressedSize: false,
    rolldownOptions: {
      // The frame never runs in a browser: the build extracts its style, and the pages contain its rendered HTML. Keep
      // its exports, or the style that only the frame uses would be dropped.
      preserveEntrySignatures: 'allow-extension',
      input: isSsrBuild ? [] : [resolve(root, 'main.tsx'), resolve(root, 'app/user-frame.tsx')],
      output: {
        codeSplitting: isSsrBuild ? true : { groups: chunkGroups },
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
}))
