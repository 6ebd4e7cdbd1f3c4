import type pg from 'pg'

import { columnNames, rowTypes } from './db-rows.ts'
import { DriverQuery, type Field, type RowMessage, type Wire } from './driver-parts.ts'

/** How rows become objects: each column's name here and the parser of its text. */
type Shape = { names: readonly string[]; parsers: readonly ((text: string) => unknown)[] }
type Known = { shapes: Map<string, Shape>; quiet: Wire }

/**
 * Per connection. A prepared statement's columns never change on a connection: if a schema change would alter them, the
 * server refuses to run it.
 */
const ofConnections = new WeakMap<Wire, Known>()

/**
 * A named statement. At each execution the driver asks again for the columns and rebuilds its row reader: for a row of
 * twenty columns that is most of the work, on both sides. Here both are known after the first execution.
 */
export class NamedQuery extends DriverQuery {
  readonly answer: Promise<pg.QueryResult>
  #known: Known | undefined
  #shape: Shape | undefined

  constructor({ name, text, values }: { name: string; text: string; values?: readonly unknown[] }) {
    // Do not pass one object: the driver would copy it with all its descriptors.
    super(text, values)
    this.name = name
    const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult>()
    this.answer = promise
    this.callback = (error, result) => (error ? reject(error) : resolve(result))
  }

  override prepare(wire: Wire): void {
    this.#known = ofConnections.get(wire) ?? learn(wire)
    this.#shape = this.#known.shapes.get(this.name)
    super.prepare(this.#shape ? this.#known.quiet : wire)
  }

  override handleRowDescription({ fields }: { fields: readonly Field[] }): void {
    this.#shape = shapeOf(fields)
    this.#known?.shapes.set(this.name, this.#shape)
  }

  override handleDataRow({ fields }: RowMessage): void {
    if (this._canceledDueToError) return
    try {
      this._result.rows.push(readRow(this.#shape!, fields))
    } catch (error) {
      this._canceledDueToError = error
    }
  }

  override handleCommandComplete(message: object, wire: Wire): void {
    super.handleCommandComplete(message, wire)
    // The server described no columns, so there are none.
    if (!this.#shape) this.#known?.shapes.set(this.name, NO_COLUMNS)
  }
}

const NO_COLUMNS: Shape = { names: [], parsers: [] }

function learn(wire: Wire): Known {
  // The same connection, but without asking for the columns.
  const quiet = Object.create(wire, { describe: { value: () => {} } }) as Wire
  const known = { shapes: new Map<string, Shape>(), quiet }
  ofConnections.set(wire, known)
  return known
}

function shapeOf(fields: readonly Field[]): Shape {
  return {
    names: fields.map(({ name }) => columnNames.camelCase(name)),
    parsers: fields.map(({ dataTypeID }) => rowTypes.getTypeParser(dataTypeID, 'text') as (text: string) => unknown),
  }
}

function readRow({ names, parsers }: Shape, texts: readonly (string | null)[]): object {
  const row: Record<string, unknown> = {}
  for (let at = 0; at < names.length; at += 1) {
    const text = texts[at]!
    row[names[at]!] = text === null ? null : parsers[at]!(text)
  }
  return row
}
