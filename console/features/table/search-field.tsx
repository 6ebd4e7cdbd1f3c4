import { useEffect, useEffectEvent, useRef } from 'react'

import { Icon } from '../../../ui/components/icon.tsx'
import css from './search-field.module.css'
import type { List } from './use-list.ts'

/** After this pause in typing the server is asked. */
const QUIET_MS = 250

/** Keeps its own text, so that typing never waits. `/` moves the focus here from anywhere. */
export function SearchField<Row>({ label, list }: { label: string; list: List<Row> }) {
  const field = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { search } = list.state
  const send = useEffectEvent((text: string) => {
    if (text.trim() !== search) list.change({ search: text.trim() }, 'replace')
  })
  // The address was changed by something else: browser history, a view, "show all".
  useEffect(() => {
    if (field.current && document.activeElement !== field.current) field.current.value = search
  }, [search])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target } = event
      const isTyping = target instanceof HTMLElement && /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName)
      if (event.key !== '/' || isTyping || document.querySelector('[role="dialog"]')) return
      event.preventDefault()
      field.current?.focus()
    }
    window.addEventListener('keydown', onKey)
    return () => {
      window.removeEventListener('keydown', onKey)
      clearTimeout(timer.current)
    }
  }, [])
  return (
    <label className={css.field}>
      <Icon name="search" size={18} />
      <input
        ref={field}
        type="search"
        className={css.input}
        aria-label={label}
        placeholder={label}
        defaultValue={search}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        onInput={(event) => {
          const text = event.currentTarget.value
          clearTimeout(timer.current)
          timer.current = setTimeout(() => send(text), QUIET_MS)
        }}
      />
    </label>
  )
}
