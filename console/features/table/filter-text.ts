import { moneyText } from '../show/money.tsx'
import type { FilterField } from './table-types.ts'

/** What a set filter says: the word of a choice, a number with its unit. */
export function filterText(field: FilterField, value: string): string {
  if (field.kind === 'choice') return field.options.find((option) => option.value === value)?.label ?? value
  if (field.kind === 'money') return moneyText(Number(value))
  return field.kind === 'number' && field.unit ? `${value} ${field.unit}` : value
}
