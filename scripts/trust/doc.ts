import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'

import { machineName } from '../../bench/run/figures.ts'
import { writeDoc } from '../../bench/write-doc.ts'
import { root } from '../step.ts'
import type { Outcome, Row } from './row.ts'

export const NOT_RUN = 'not run'
const SLICE = 'a slice of '

export type Told = { name: string; counted: string; run: string }

/** What stands in the page: three lines a row. */
export function readTold(text: string): Told[] {
  const lines = text.matchAll(/^- `([\w-]+)`: .*\n {2}- counted: (.*)\n {2}- run: (.*)$/gm)
  return [...lines].map(([, name = '', counted = '', run = '']) => ({ name, counted, run }))
}

/** A slice that holds replaces no full run that held: it would show less. */
export function replaces(before: Told | undefined, after: Told): boolean {
  const showsMore = before !== undefined && !before.run.includes(SLICE)
  return !(showsMore && after.run.includes(SLICE) && !holds(before) === !holds(after))
}

const FAILED = 'It does NOT hold: '
const holds = ({ counted }: Told) => !counted.startsWith(FAILED)

export function tell(name: string, { counts, problems }: Outcome, scale: number, seconds: number): Told {
  const failed = problems.length > 0 ? `${FAILED}${problems.join('; ')}. ` : ''
  const took = seconds < 90 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`
  const size = scale < 1 ? `, ${SLICE}${scale}` : ''
  const day = new Date().toISOString().slice(0, 10)
  const run = `${day}, ${commit()}, ${machineName()}, ${took}${size}`
  return { name, counted: `${failed}${counts}`.replaceAll(/\s+/g, ' '), run }
}

/** Rows that were not run now stay as they are; those that never were say so. */
export async function writeTold(rows: Record<string, Row>, now: readonly Told[]): Promise<void> {
  const kept = new Map(readTold(await readFile(path.join(root, 'docs/trust.md'), 'utf8')).map((one) => [one.name, one]))
  for (const one of now) if (replaces(kept.get(one.name), one)) kept.set(one.name, one)
  const lines = Object.entries(rows).flatMap(([name, { figure }]) => {
    const one = kept.get(name)
    return [
      `- \`${name}\`: ${figure}`,
      ...(one ? [`  - counted: ${one.counted}`, `  - run: ${one.run}`] : [`  - ${NOT_RUN}`]),
    ]
  })
  await writeDoc('trust.md', 'trust', lines)
}

function commit(): string {
  const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim()
  try {
    const isChanged = git('status', '--porcelain', '--untracked-files=no', '--', ':!docs/trust.md') !== ''
    return `${git('rev-parse', '--short=8', 'HEAD')}${isChanged ? ' with changes' : ''}`
  } catch {
    return 'no commit'
  }
}
