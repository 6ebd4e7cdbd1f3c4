import type { Translate } from '../../words/words.ts'
import type { FilterField } from '../table/table-types.ts'

type Words = Translate<'sales'>

/** Filters by time and amount, the same for orders and payments. */
export function saleFields(t: Words): FilterField[] {
  return [
    { key: 'from', label: t('filterFrom'), kind: 'day' },
    { key: 'to', label: t('filterTo'), kind: 'day' },
    { key: 'minFen', label: t('filterMin'), kind: 'money' },
    { key: 'maxFen', label: t('filterMax'), kind: 'money' },
  ]
}

export function choices<K extends Parameters<Words>[0]>(
  values: readonly K[],
  say: (key: K) => string,
): { value: string; label: string }[] {
  return values.map((value) => ({ value: value as string, label: say(value) }))
}

export const saleFilterKeys = ['from', 'to', 'minFen', 'maxFen'] as const
