import { Skeleton } from '@mantine/core'

import css from './table-bones.module.css'

const ROWS = 8

/** Placeholders with the rows and columns of the table that will stand here, so that nothing jumps. */
export function TableBones({ columns, isWide }: { columns: number; isWide: boolean }) {
  const rows = Array.from({ length: ROWS }, (_, at) => at)
  if (!isWide) {
    return rows.map((row) => (
      <div key={row} className={css.card}>
        <Skeleton height={14} width="45%" />
        <Skeleton height={14} width="22%" />
        <Skeleton height={12} width="60%" />
      </div>
    ))
  }
  const cells = Array.from({ length: Math.max(columns, 1) }, (_, at) => at)
  return [-1, ...rows].map((row) => (
    <div key={row} className={css.row} data-head={row < 0}>
      {cells.map((cell) => (
        <Skeleton key={cell} height={12} width={cell === 0 ? '70%' : '50%'} />
      ))}
    </div>
  ))
}
