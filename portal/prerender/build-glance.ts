import path from 'node:path'
import { build, type Rolldown } from 'vite'

import { classNames } from '../../ui/build/class-names.ts'
import { inlineLimits } from '../../ui/build/strip-contract.ts'

/** Builds app/first-glance.ts as one text for the HTML of /user. */
export async function buildGlance(webRoot: string): Promise<string> {
  const built = (await build({
    configFile: false,
    root: webRoot,
    logLevel: 'warn',
    css: classNames,
    plugins: [inlineLimits(path.join(webRoot, '../contract/standard-limits.ts'))],
    build: {
      write: false,
      copyPublicDir: false,
      rolldownOptions: { input: path.join(webRoot, 'app/first-glance.ts'), output: { format: 'es' } },
    },
  })) as Rolldown.RolldownOutput
  // A separate function, so that its names stay private.
  return `(()=>{${built.output[0].code.trim()}})()`
}
