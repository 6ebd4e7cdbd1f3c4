import path from 'node:path'

import { checkSource, type SourceReport } from '../domains/imports/check-source.ts'
import { reportLines } from '../domains/imports/report/lines.ts'
import { clock } from '../platform/clock.ts'
import { command } from './command.ts'

export const importCommands = [
  command({
    name: 'import check',
    summary: 'Read a file of V2Board, its fork or Xboard and say what a move would bring; changes nothing',
    options: {
      file: {
        kind: 'text',
        help: 'what mysqldump, phpMyAdmin or Adminer wrote, plain or in gzip, or a SQLite file',
        isRequired: true,
      },
    },
    async runAlone({ file }) {
      const report = await checkSource({ now: clock.now() }, path.resolve(file))
      return {
        lines: reportLines(report),
        data: asJson(report),
        hasProblems: report.findings.some(({ needsLook }) => needsLook),
      }
    },
  }),
]

/** Sums beyond what a number holds exactly go as text. */
function asJson(report: SourceReport): unknown {
  const text = JSON.stringify(report, (_name, value: unknown) => {
    if (typeof value !== 'bigint') return value
    return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  })
  return JSON.parse(text)
}
