import pg from 'pg'
import { vi } from 'vitest'

/** The text of every statement that ran during `work`, on any connection of this process. */
export async function statementsOf<T>(work: () => Promise<T>): Promise<{ result: T; statements: string[] }> {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  try {
    const result = await work()
    const statements = spy.mock.calls.map(([first]: unknown[]) =>
      typeof first === 'string' ? first : (first as { text: string }).text,
    )
    return { result, statements }
  } finally {
    spy.mockRestore()
  }
}

/** The same with the values that were sent, to ask for their plans. */
export async function statementsWithValues<T>(
  work: () => Promise<T>,
): Promise<{ result: T; statements: { text: string; values: unknown[] }[] }> {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  try {
    const result = await work()
    const statements = spy.mock.calls.map(([first, second]: unknown[]) => {
      const { text, values } = first as { text?: string; values?: unknown[] }
      return { text: text ?? String(first), values: values ?? (second as unknown[] | undefined) ?? [] }
    })
    return { result, statements }
  } finally {
    spy.mockRestore()
  }
}

/** Statements sent together before an answer came, on any connection of this process: each group is one wait. */
export async function roundTripsOf<T>(work: () => Promise<T>): Promise<{ result: T; trips: string[][] }> {
  const trips: string[][] = []
  const isAnswered = new WeakMap<pg.Client, boolean>()
  const send = pg.Client.prototype.query as (this: pg.Client, ...sent: unknown[]) => unknown
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  spy.mockImplementation(function (this: pg.Client, ...sent: unknown[]) {
    const [first] = sent
    if (isAnswered.get(this) ?? true) trips.push([])
    isAnswered.set(this, false)
    trips.at(-1)!.push(typeof first === 'string' ? first : (first as { text: string }).text)
    const answer = send.apply(this, sent)
    const note = () => void isAnswered.set(this, true)
    const { answer: whole = answer } = first as { answer?: unknown }
    if (whole instanceof Promise) whole.then(note, note)
    return answer
  } as never)
  try {
    return { result: await work(), trips }
  } finally {
    spy.mockRestore()
  }
}
