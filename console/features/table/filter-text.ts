import { moneyText } from '../show/money.tsx'
import type { FilterField } from './table-types.ts'

/** Text of an active filter: the name of a choice, or a number with its unit. */
export function filterText(field: FilterField, value: string): string {
  if (field.kind === 'choice') return field.options.find((option) => option.value === value)?.label ?? value
  if (field.kind === 'money') return moneyText(Number(value))
  return field.kind === 'number' && field.unit ? `${value} ${field.unit}` : value
}
