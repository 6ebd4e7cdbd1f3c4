import type { Duplex } from 'node:stream'
import pg from 'pg'

/** What the driver has beyond its types. Only this file and `named-query.ts`, which builds on it, use these parts. */
export type Wire = { describe(what: object): void }
export type Field = { name: string; dataTypeID: number }
export type RowMessage = { fields: readonly (string | null)[] }

type Query = {
  name: string
  callback: (error: unknown, result: pg.QueryResult) => void
  _result: { rows: unknown[] }
  _canceledDueToError: unknown
  prepare(wire: Wire): void
  handleRowDescription(message: { fields: readonly Field[] }): void
  handleDataRow(message: RowMessage): void
  handleCommandComplete(message: object, wire: Wire): void
}
export const DriverQuery = pg.Query as unknown as new (text: string, values?: readonly unknown[]) => Query

/** The socket, or TLS on it. The driver's own `end()` waits for the server. */
export function streamOf(client: pg.ClientBase): Duplex {
  return (client as unknown as { connection: { stream: Duplex } }).connection.stream
}
