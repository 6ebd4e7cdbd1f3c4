import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'

import { moveItem, placeAt } from './move-item.ts'

type Handle = {
  onKeyDown: (event: KeyboardEvent) => void
  onPointerDown: (event: PointerEvent<HTMLElement>) => void
  onPointerMove: (event: PointerEvent<HTMLElement>) => void
  onPointerUp: () => void
  onPointerCancel: () => void
}

/**
 * An order that changes by dragging a handle or by arrow keys, and stays a draft until saved. `saved` is the server's
 * order; the draft ends when an item is added or removed there.
 */
export function useReorder(saved: readonly string[]) {
  const [draft, setDraft] = useState<readonly string[] | null>(null)
  const [dragged, setDragged] = useState<string | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const isSame = draft !== null && draft.length === saved.length && saved.every((id) => draft.includes(id))
  const order = isSame ? draft : saved
  const move = (id: string, to: number) => setDraft(moveItem(order, order.indexOf(id), to))
  const drop = () => setDragged(null)
  function handleOf(id: string): Handle {
    return {
      onKeyDown(event) {
        const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
        if (step === 0) return
        event.preventDefault()
        move(id, order.indexOf(id) + step)
      },
      onPointerDown(event) {
        event.currentTarget.setPointerCapture(event.pointerId)
        setDragged(id)
      },
      onPointerMove(event) {
        if (dragged === id) move(id, placeAt(middlesOf(list.current, order.indexOf(id), event.clientY), event.clientY))
      },
      onPointerUp: drop,
      onPointerCancel: drop,
    }
  }
  return {
    order,
    dragged,
    list,
    handleOf,
    isChanged: order.some((id, at) => id !== saved[at]),
    reset: () => setDraft(null),
  }
}

/** Middles of the rows as they are now; the dragged row's is at the pointer. */
function middlesOf(list: HTMLElement | null, dragged: number, y: number): number[] {
  return [...(list?.children ?? [])].map((row, at) => {
    const { top, height } = row.getBoundingClientRect()
    return at === dragged ? y : top + height / 2
  })
}
