import { type ReactNode, useState } from 'react'

import { ActionButton } from '../../../ui/components/action-button.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { OfficeIcon } from '../icon/office-icon.tsx'
import css from './ordered-list.module.css'
import { TextButton } from './text-button.tsx'
import { useReorder } from './use-reorder.ts'

export type OrderedRow = { id: string; isOff: boolean; facts: ReactNode; actions: ReactNode }
type Props = {
  rows: readonly OrderedRow[]
  mayWrite: boolean
  words: Record<'title' | 'hint' | 'changed' | 'back' | 'save' | 'saved', string>
  /** Names the handle of the row with this id, at this place. */
  move: (id: string, place: number) => string
  save: (ids: string[]) => Promise<unknown>
  onOrdered: () => void
}

/** Rows with a handle: drag it, or use the arrow keys. The new order is saved in one call. */
export function OrderedList({ rows, mayWrite, words, move, save, onOrdered }: Props) {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const { order, dragged, list, handleOf, isChanged, reset } = useReorder([...byId.keys()])
  const [busy, setBusy] = useState(false)
  async function keep(): Promise<void> {
    setBusy(true)
    try {
      await save([...order])
      showMessage('success', words.saved)
    } catch (error) {
      showMessage('error', failureText(error))
      reset()
    } finally {
      setBusy(false)
      onOrdered()
    }
  }
  return (
    <section className={css.card} aria-label={words.title}>
      {mayWrite && rows.length > 1 ? (
        <div className={css.orderBar} data-on={isChanged}>
          <span>{isChanged ? words.changed : words.hint}</span>
          {isChanged ? (
            <span className={css.orderActions}>
              <TextButton tone="quiet" onClick={reset}>
                {words.back}
              </TextButton>
              <ActionButton busy={busy} onClick={() => void keep()}>
                {words.save}
              </ActionButton>
            </span>
          ) : null}
        </div>
      ) : null}
      <ul ref={list}>
        {order.map((id, at) => {
          const row = byId.get(id)!
          return (
            <li key={id} className={css.row} data-dragged={dragged === id} data-off={row.isOff}>
              {mayWrite ? (
                <button type="button" className={css.handle} aria-label={move(id, at + 1)} {...handleOf(id)}>
                  <OfficeIcon name="grip" size={20} />
                </button>
              ) : null}
              {row.facts}
              {mayWrite ? <span className={css.actions}>{row.actions}</span> : null}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** The name with its marks, and lines beneath it. */
export function OrderedFacts({ name, lines }: { name: ReactNode; lines: readonly string[] }) {
  return (
    <div className={css.facts}>
      <span className={css.name}>{name}</span>
      {lines.map((line) => (
        <span key={line} className={css.line}>
          {line}
        </span>
      ))}
    </div>
  )
}
