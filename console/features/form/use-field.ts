import { useEffect, useRef, useState } from 'react'

import { useWords } from '../../words/language.ts'
import { useRoom } from './edit-room.tsx'
import { problemWord } from './problems-of.ts'
import { useGuard } from './unsaved.ts'

/** One field of a form: guarded from its first change on, marked and focused when the server refuses it. */
export function useField<E extends HTMLElement>(name: string, label: unknown, value: unknown) {
  const t = useWords('base')
  const room = useRoom()
  const ref = useRef<E>(null)
  const [before, setBefore] = useState<{ text: string } | null>(null)
  const isChanged = before !== null && before.text !== textOf(value)
  useGuard(isChanged && !room.isWhole && !room.isSending, room.isInSheet)
  const { names, problems } = room
  useEffect(() => {
    names.add(name)
    return () => void names.delete(name)
  }, [names, name])
  const rule = problems[name]
  const isFirst = rule !== undefined && [...names].find((one) => one in problems) === name
  // Focusing scrolls too: the error is in view.
  const shown = isFirst ? problems : null
  useEffect(() => {
    if (shown !== null) ref.current?.focus()
  }, [shown])
  // English labels start with a capital; here the label is inside a sentence.
  const text = typeof label === 'string' ? label.charAt(0).toLowerCase() + label.slice(1) : ''
  return {
    ref,
    error: rule === undefined ? undefined : t(problemWord(rule), { label: text }),
    touch() {
      if (before === null) setBefore({ text: textOf(value) })
      room.settle(name)
    },
  }
}

const textOf = (value: unknown) => String(value ?? '')
