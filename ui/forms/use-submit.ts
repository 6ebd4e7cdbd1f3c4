import { type FormEvent, useState } from 'react'

import type { ErrorCode } from '../../contract/errors.ts'
import { ApiError } from '../http/api-error.ts'
import { failureText } from '../words/failure-text.ts'
import { uiWords } from '../words/ui-words.ts'
import { type Rule, validate } from './validate.ts'

type Options<Field extends string> = {
  /** In the order of the form: the first field with a problem gets the focus. */
  rules: Readonly<Record<Field, Rule>>
  /** Passwords: used exactly as typed. All other fields are trimmed. */
  exact?: readonly Field[]
  /** Fields that appear only after the server asks for them with this code. */
  asks?: Partial<Record<ErrorCode, Field>>
  /** Refusals about one field: the server's text is shown beside it. */
  refusals?: Partial<Record<ErrorCode, Field>>
  /** Fields to show from the start, because the page already knows that they are needed. */
  asked?: readonly Field[]
  /** Text for a failure without a server answer; null uses the default text. */
  explain?: (error: unknown) => string | null
  send: (values: Record<Field, string>) => Promise<void>
}

/** A form with uncontrolled inputs: reads them on submit, including what a password manager filled in. */
export function useSubmit<Field extends string>(options: Options<Field>) {
  const { rules, exact = [], asks = {}, refusals = {}, explain, send } = options
  const [busy, setBusy] = useState(false)
  const [problems, setProblems] = useState<Partial<Record<Field, string>>>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [asked, setAsked] = useState<readonly Field[]>(options.asked ?? [])

  /** Fields that the server asked for become required. */
  function rulesNow(): Record<Field, Rule> {
    const now: Record<Field, Rule> = { ...rules }
    for (const field of asked) now[field] = { ...now[field], required: true }
    return now
  }

  function show(form: HTMLFormElement, found: Partial<Record<Field, string>>): void {
    setProblems(found)
    const first = Object.keys(found)[0]
    if (first) form.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus()
  }

  function refuse(form: HTMLFormElement, error: unknown): void {
    const code = error instanceof ApiError ? (error.code as ErrorCode) : null
    const wanted = code ? asks[code] : undefined
    if (wanted && !asked.includes(wanted)) return setAsked([...asked, wanted])
    const field = wanted ?? (code ? refusals[code] : undefined)
    const named = error instanceof ApiError ? (Object.keys(rules) as Field[]).filter((one) => one in error.fields) : []
    if (!field && named.length > 0) return show(form, wrongShapes(named))
    const words = explain?.(error) ?? failureText(error)
    if (field) show(form, { [field]: words } as Partial<Record<Field, string>>)
    else setFailure(words)
  }

  /** For a server that names fields without a text. */
  function wrongShapes(named: readonly Field[]): Partial<Record<Field, string>> {
    const t = uiWords()
    return Object.fromEntries(
      named.map((one) => [one, t('wrongShape', { label: rules[one].label })]),
    ) as typeof problems
  }

  async function submit(form: HTMLFormElement): Promise<void> {
    const values = readValues(new FormData(form), Object.keys(rules) as Field[], exact)
    const found = validate(rulesNow(), values, uiWords())
    setFailure(null)
    show(form, found)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    try {
      await send(values)
    } catch (error) {
      refuse(form, error)
    } finally {
      setBusy(false)
    }
  }

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (!busy) void submit(event.currentTarget)
  }

  /** A field that is being corrected is no longer marked. */
  function onInput({ target }: FormEvent<HTMLFormElement>): void {
    const name = target instanceof HTMLInputElement ? target.name : ''
    if (name in problems) setProblems({ ...problems, [name]: undefined })
  }

  /** Marks a field from outside, such as a button beside it that uses what is typed. */
  function mark(field: Field, text: string): void {
    setProblems({ ...problems, [field]: text })
  }

  return { onSubmit, onInput, mark, busy, problems, failure, asked }
}

/** Trims all but those that count exactly as typed. */
export function readValues<Field extends string>(data: FormData, fields: readonly Field[], exact: readonly Field[]) {
  const read = (field: Field) => String(data.get(field) ?? '')
  const values = fields.map((field) => [field, exact.includes(field) ? read(field) : read(field).trim()])
  return Object.fromEntries(values) as Record<Field, string>
}
