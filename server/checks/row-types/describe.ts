import type pg from 'pg'

export type Column = { name: string; dataTypeID: number; tableID: number; columnID: number }
/** The part of the driver's connection that asks without running. */
type Wire = { parse(what: object): void; describe(what: object): void; sync(): void }

/** The columns that PostgreSQL says a statement answers with. The statement is parsed and never runs. */
export function describeStatement(client: pg.ClientBase, text: string): Promise<readonly Column[]> {
  const { promise, resolve, reject } = Promise.withResolvers<readonly Column[]>()
  let columns: readonly Column[] = []
  const asked = {
    text,
    submit(wire: Wire) {
      wire.parse({ name: '', text, types: [] })
      wire.describe({ type: 'S', name: '' })
      wire.sync()
    },
    handleRowDescription: (message: { fields: readonly Column[] }) => void (columns = message.fields),
    handleReadyForQuery: () => resolve(columns),
    handleError: reject,
  }
  client.query(asked as unknown as pg.Submittable)
  return promise
}
