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
