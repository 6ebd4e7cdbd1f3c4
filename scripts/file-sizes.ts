import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'

import { root } from './step.ts'

const MEDIAN_MAX = 80
const FILE_MAX = 400
const NOT_WRITTEN_BY_HAND = /db-types\.ts$/

/** Small files let the file list show the architecture: median under 80 lines, none over 400. */
export function findSizeProblems(): { problems: string[]; summary: string } {
  const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx'], {
    cwd: root,
    encoding: 'utf8',
  })
  const sizes = tracked
    .split('\n')
    .filter((file) => file !== '' && !NOT_WRITTEN_BY_HAND.test(file))
    .map((file) => ({ file, lines: readFileSync(path.join(root, file), 'utf8').split('\n').length - 1 }))
    .sort((a, b) => a.lines - b.lines)
  const sources = sizes.filter(({ file }) => !/\.(test|spec)\.tsx?$/.test(file))
  const median = sources[Math.floor(sources.length / 2)]?.lines ?? 0
  const problems = sizes
    .filter(({ lines }) => lines > FILE_MAX)
    .map(({ file, lines }) => `${file} has ${lines} lines, ${FILE_MAX} at most`)
  if (median >= MEDIAN_MAX) problems.push(`the median source file has ${median} lines, under ${MEDIAN_MAX} wanted`)
  return { problems, summary: `${sources.length} files, median ${median}, longest ${sources.at(-1)?.lines ?? 0}` }
}
