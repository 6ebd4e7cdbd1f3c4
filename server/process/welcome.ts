import type { Config } from '../config.ts'
import type { DemoAccount } from '../sandbox/seed.ts'

/** Where to click, on standard output; the log beside it stays machine-readable. */
export function printWelcome(config: Config, demo: readonly DemoAccount[], startedAt: number): void {
  const at = config.publicUrl
  const lines = [
    '',
    `  鱼线 Yuxian is ready after ${((performance.now() - startedAt) / 1000).toFixed(1)} s (${config.mode})`,
    '',
    `  Portal          ${at}/login`,
    `  API             ${at}/api/docs`,
  ]
  if (config.mode === 'sandbox') {
    lines.push(`  Second brand    ${at}/login?app_key=yx_260`, `  Any other brand ${at}/login?app_key=yx_7`)
  }
  if (demo.length > 0) {
    lines.push('', '  Demo accounts, made now:')
    for (const account of demo) lines.push(`    yx_${account.resellerId}: ${account.userName} / ${account.password}`)
  } else if (config.mode === 'sandbox') {
    lines.push('', '  Demo account of yx_0, yx_260 and yx_7: demo (password as printed on the first start)')
  }
  console.log([...lines, '', '  Ctrl-C stops it.', ''].join('\n'))
}
