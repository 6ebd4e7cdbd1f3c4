import { importSteps, type ImportStep } from '../../../../contract/console/import-choices.ts'
import type { FindingCode } from '../report/finding-texts.ts'
import { isEven } from './is-even.ts'
import type { ImportReport } from './run-import.ts'

/** Findings about users who notice something. */
const NOTICED: readonly FindingCode[] = [
  'mailNone',
  'nameDouble',
  'passwordUnknown',
  'planGone',
  'discountOwn',
  'uuidOdd',
  'uuidDouble',
  'tokenOdd',
  'tokenDouble',
  'telegram',
]

/** What comes after a run, in the order of docs/moving.md. */
export function nextSteps(report: ImportReport): ImportStep[] {
  const { source, brought, isFirst } = report
  const isLacking = brought.nodesLeft.length > 0 || source.outcomes.nodes.some(({ becomes }) => becomes === 'left')
  const hasNodes = source.counts.nodes > 0
  const isNoticed = source.findings.some(({ code }) => NOTICED.includes(code))
  const isNext: Partial<Record<ImportStep, boolean>> = {
    look: isLacking || !isEven(report),
    setUp: isFirst,
    again: isFirst,
    token: hasNodes && brought.nodeKeys === 0,
    agents: hasNodes,
    tell: isNoticed || brought.namesTakenHere > 0 || source.counts.usersBlocked > 0,
  }
  return importSteps.filter((step) => isNext[step] ?? true)
}

/** The same for a terminal. */
export function nextLines(report: ImportReport): string[] {
  const { resellerId, sourceName } = report
  const named = sourceName === 'panel' ? '' : ` --source ${sourceName}`
  const says: Record<ImportStep, string> = {
    look: 'Look at what differs, in the list and the sums above.',
    try: 'Sign in with a user of your own by the old password, and fetch an old subscription address.',
    setUp: 'Set up what no file has: ways to pay, mail, members of the console, the Telegram bot.',
    again: 'On the evening, bring a newer file by the same command: only what changed comes.',
    token: 'Give the token of the old agents with the next run: --server-token-file.',
    agents: 'In the settings of the agents change the address of the panel to this one, and nothing else.',
    names: `Let the old host names lead here, then: domains add --reseller ${resellerId} --host … --verified --main`,
    tell: 'Tell the users for whom something is different: the console has them as a file, beside this import.',
    back: `Until the first sale there is a way back: import undo --reseller ${resellerId} --name …${named}`,
  }
  const steps = nextSteps(report).map((step, at) => `  ${at + 1}. ${says[step]}`)
  return ['', 'What comes next, step by step in docs/moving.md:', ...steps]
}
