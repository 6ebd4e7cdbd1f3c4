import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { standardLimits } from '../contract/standard-limits.ts'
import { limitRanges } from '../server/settings/limits.ts'
import { settings } from '../server/settings/settings.ts'
import { root, runStep } from './step.ts'

export const settingsFile = path.join(root, 'docs', 'settings.md')

const HEAD = `# Settings

Environment variables, all read in \`server/config.ts\`. A wrong one stops the start with a list of everything that is wrong.
A name with a slip in it is named at the start and by \`yx doctor\`.
\`node scripts/settings-doc.ts\` writes this page from \`server/settings/settings.ts\` and \`server/settings/limits.ts\`.
`

const LIMITS = `## Limits

\`LIMITS\` changes limits of the product: a JSON object of names and whole numbers, money in fen and times in milliseconds.

\`\`\`sh
LIMITS='{"topUpMaxFen":1000000,"passwordMin":10}'
\`\`\`

Calls, their documentation, forms and texts follow it. All processes of an installation, and commands, need the same setting.
A new value holds from the restart on; open pages take it with their next load. The lives of sessions and devices, pauses and
the keeping of lines then change for those that exist too. Codes, commission and deletions under way keep the time they were
given. The hosted agreement names \`deletionDelayMs\`.
`

export function writeSettingsPage(): string {
  const groups = Object.entries(settings).map(([group, rows]) => {
    const cells = Object.entries(rows).map(([name, { fallback, says }]) => [`\`${name}\``, fallback, says])
    return `## ${group}\n\n${table(['name', 'default', 'meaning'], cells)}`
  })
  const names = Object.keys(limitRanges) as (keyof typeof limitRanges)[]
  const limits = names.map((name) => {
    const { min, max, says, ...rest } = limitRanges[name]
    const step = 'step' in rest ? `; in steps of ${rest.step}` : ''
    return [`\`${name}\``, String(standardLimits[name]), `${min}–${max}`, `${says}${step}`]
  })
  return [HEAD, ...groups, LIMITS, table(['name', 'default', 'range', 'what'], limits)].join('\n')
}

function table(head: string[], rows: string[][]): string {
  const lines = [head, head.map(() => '---'), ...rows]
  return lines.map((cells) => `| ${cells.join(' | ')} |\n`).join('')
}

/** Cells without the spaces that the formatter adds for alignment. */
export function withoutPadding(page: string): string {
  return page.replaceAll(/ +\|/g, ' |').replaceAll(/\| +/g, '| ').replaceAll(/-{3,}/g, '---')
}

if (process.argv[1] === import.meta.filename) {
  writeFileSync(settingsFile, writeSettingsPage())
  await runStep('format', ['oxfmt', settingsFile])
  console.log(`${readFileSync(settingsFile, 'utf8').split('\n').length} lines`)
}
