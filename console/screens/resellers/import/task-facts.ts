import type { ImportTask, ImportUpload, ShownImport } from '../../../../contract/console/imports.ts'
import type { Translate } from '../../../words/words.ts'
import { yuanText } from './figures.ts'

/** Its last dry run that came to an end. */
export function checkOf({ uploadId: wanted }: ImportUpload, tasks: readonly ImportTask[]): ImportTask | null {
  const isOf = ({ kind, state, uploadId }: ImportTask) => kind === 'check' && state === 'done' && uploadId === wanted
  return tasks.find(isOf) ?? null
}

/** The import that a run belongs to, unless it was undone. */
export function importOf(
  { kind, resellerId, source }: ImportTask,
  imports: readonly ShownImport[],
): ShownImport | null {
  if (kind !== 'run') return null
  const isIts = (one: ShownImport) => one.resellerId === resellerId && one.source === source && one.undoneAt === null
  return imports.find(isIts) ?? null
}

export function leftText(t: Translate<'imports'>, leftS: number): string {
  return leftS < 90 ? t('leftSeconds', { count: leftS }) : t('leftMinutes', { count: Math.ceil(leftS / 60) })
}

/** What an import will bring, before it starts: sums of money are larger than a number holds. */
export function startFacts({ counts, sums }: { counts: Record<string, number>; sums: Record<string, string> }) {
  const booked = BigInt(sums['balanceBookedFen'] ?? '0') + BigInt(sums['commissionBookedFen'] ?? '0')
  return {
    users: counts['users'] ?? 0,
    plans: counts['plans'] ?? 0,
    nodes: counts['nodes'] ?? 0,
    amount: yuanText(String(booked)),
  }
}
