import { readFileSync } from 'node:fs'

import { brandOf } from '../../contract/brand.ts'
import { sourcePassword } from '../config.ts'
import { checkSource, type SourceReport } from '../domains/imports/check-source.ts'
import { isLiveAddress, readLiveAddress } from '../domains/imports/reader/live-address.ts'
import type { Place } from '../domains/imports/reader/read-source.ts'
import { reportLines } from '../domains/imports/report/lines.ts'
import type { Progress } from '../domains/imports/run/context.ts'
import { isEven } from '../domains/imports/run/is-even.ts'
import { importLines, undoLines } from '../domains/imports/run/lines.ts'
import { runImport, type ImportReport } from '../domains/imports/run/run-import.ts'
import { undoImport } from '../domains/imports/run/undo-import.ts'
import { getReseller } from '../domains/resellers/reseller-config.ts'
import { clock } from '../platform/clock.ts'
import { askHidden, canAsk } from './ask-hidden.ts'
import { command, UsageError } from './command.ts'
import { readKeyFile } from './read-options.ts'

const FILE = {
  kind: 'path',
  help: 'what mysqldump, phpMyAdmin or Adminer wrote, plain or in gzip, a SQLite file, or mysql://user@host/database',
  isRequired: true,
} as const
const WHERE = {
  reseller: { kind: 'number', help: 'key of the reseller that gets them', isRequired: true },
  source: { kind: 'text', help: 'your name for the old panel, if several come to one reseller (default panel)' },
} as const

export const importCommands = [
  command({
    name: 'import check',
    summary: 'Read a file or database of V2Board, its fork or Xboard and say what a move would bring; changes nothing',
    options: { file: FILE },
    bare: 'file',
    async runAlone({ file }) {
      const report = await checkSource({ now: clock.now() }, await placeOf(file))
      return {
        lines: reportLines(report),
        data: asJson(report),
        hasProblems: report.findings.some(({ needsLook }) => needsLook),
      }
    },
  }),
  command({
    name: 'import run',
    summary: 'Bring plans, users and balances over from such a source; again with a newer one, only what changed',
    hasDryRun: true,
    bare: 'file',
    options: {
      file: FILE,
      ...WHERE,
      'wholesale-percent': {
        kind: 'number',
        help: 'what the reseller pays you for imported plans, of their price: 0 to 100; needed once',
      },
      'server-token-file': {
        kind: 'path',
        help: "the old panel's server_token, in a file or - for standard input: old agents then only change the address",
      },
      looked: { kind: 'flag', help: 'what import check wants looked at was: its rules hold' },
    },
    async run(ctx, { file, reseller: resellerId, source, looked: hasLooked, ...more }) {
      const { 'wholesale-percent': percent, 'server-token-file': tokenFile } = more
      if (percent !== null && percent > 100) throw new UsageError('--wholesale-percent must be 0 to 100')
      const wish = {
        file: await placeOf(file),
        resellerId,
        source: sourceName(source),
        wholesalePercent: percent,
        hasLooked,
      }
      const serverToken = tokenFile === null ? await askServerToken(ctx) : readServerToken(tokenFile)
      const token = serverToken === null ? {} : { serverToken }
      const report = await runImport({ ...ctx, onProgress: tellProgress() }, { ...wish, ...token })
      return {
        lines: importLines(report, ctx.isDryRun),
        data: asJson(report),
        hasProblems: !isEven(report),
      }
    },
  }),
  command({
    name: 'import undo',
    summary: 'Take an import back, until something of it was sold here: users, plans, nodes, money by reversals',
    hasDryRun: true,
    options: {
      ...WHERE,
      name: { kind: 'text', help: 'its name, so that nobody else loses what he has', isRequired: true },
    },
    async run(ctx, { reseller, source, name }) {
      const { title } = brandOf(reseller, await getReseller(ctx, reseller))
      if (name !== title)
        throw new UsageError(`--name is not the name of reseller ${reseller}: resellers list shows it`)
      const undone = await undoImport({ ...ctx, onProgress: tellProgress() }, reseller, sourceName(source))
      return { lines: undoLines(undone), data: undone, hasProblems: undone.left > 0 }
    },
  }),
]

/** A file, or the database at an address with its password. */
async function placeOf(text: string): Promise<Place> {
  if (!isLiveAddress(text)) return text
  const address = readLiveAddress(text)
  return { ...address, password: sourcePassword() ?? (await askHidden(`Password of ${address.user}: `)) }
}

function readServerToken(file: string): string {
  return checkToken(file === '-' ? readFileSync(0, 'utf8') : readKeyFile('server-token-file', file))
}

/** It is a setting of the old panel and in no dump, so a person at a terminal is asked. */
async function askServerToken({ isDryRun }: { isDryRun: boolean }): Promise<string | null> {
  if (isDryRun || !canAsk()) return null
  const typed = await askHidden("The old panel's server_token, for its agents (Enter: another time): ")
  return typed.trim() === '' ? null : checkToken(typed)
}

function checkToken(text: string): string {
  const [token = ''] = text.trim().split(/\s/)
  if (token.length < 8 || token.length > 200)
    throw new UsageError('The server_token (--server-token-file) has 8 to 200 characters, on one line')
  return token
}

function sourceName(source: string | null): string {
  if (source !== null && !/^[a-z0-9-]{1,40}$/.test(source)) {
    throw new UsageError('--source must be 1 to 40 small letters, digits and -')
  }
  return source ?? 'panel'
}

/** On a terminal alone: how far a stage is, and how long it still takes. */
function tellProgress(): (progress: Progress) => void {
  let stage = ''
  let begun = 0
  return (progress) => {
    if (!process.stderr.isTTY) return
    if (stage !== progress.stage) [stage, begun] = [progress.stage, performance.now()]
    const { done, of } = progress
    if (done === 0) return
    const leftS = Math.ceil(((performance.now() - begun) / 1000 / done) * (of - done))
    process.stderr.write(`\r${stage}: ${done} of ${of}, about ${leftS} s left   ${done === of ? '\n' : ''}`)
  }
}

/** Sums beyond what a number holds exactly go as text. */
function asJson(report: SourceReport | ImportReport): unknown {
  const text = JSON.stringify(report, (_name, value: unknown) => {
    if (typeof value !== 'bigint') return value
    return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  })
  return JSON.parse(text)
}
