import type { Preset } from './table-types.ts'

/** Whether the list shows exactly what a preset asks for: one filter more is another question. */
export function isChosen({ filters }: Preset, current: Readonly<Record<string, string>>): boolean {
  const names = Object.keys(filters)
  return names.length === Object.keys(current).length && names.every((name) => filters[name] === current[name])
}
