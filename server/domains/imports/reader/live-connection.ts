import type { Connection } from 'mysql2'

import { StartError } from '../../../platform/start-error.ts'
import type { LiveSource } from './live-address.ts'

const CONNECT_MS = 15_000

export type Cells = readonly (Buffer | null)[]

/** A connection that only ever reads, and reads one moment: what is sold meanwhile is not seen. */
export class LiveConnection {
  readonly #connection: Connection
  /** Rejects when the connection breaks: the driver tells that to no statement whose rows are streamed. */
  readonly #broken: Promise<never>

  private constructor(connection: Connection) {
    this.#connection = connection
    this.#broken = new Promise((_resolve, reject) => {
      connection.on('error', reject)
    })
    this.#broken.catch(() => {})
  }

  static async open(live: LiveSource): Promise<LiveConnection> {
    // Only who reads a live database waits for the driver.
    const { createConnection } = await import('mysql2')
    const connection = new LiveConnection(
      createConnection({
        ...(live.socket === null ? { host: live.host, port: live.port } : { socketPath: live.socket }),
        user: live.user,
        password: live.password,
        database: live.database,
        charset: 'utf8mb4',
        connectTimeout: CONNECT_MS,
        ...tlsOf(live),
        // A server may ask its client for any file.
        flags: ['-LOCAL_FILES'],
        // The driver otherwise compiles a program with the server's names of columns in it.
        disableEval: true,
      }),
    )
    try {
      await connection.#begin()
    } catch (error) {
      connection.close()
      throw error
    }
    return connection
  }

  /** Rows as the server writes them, so that every number and moment is the text that it has there. */
  read(sql: string, onRow: (cells: Cells) => void): Promise<void> {
    return this.#run(sql, (row) => onRow(row as Cells))
  }

  close(): void {
    this.#connection.destroy()
  }

  async #begin(): Promise<void> {
    await this.#run("set session sql_mode = ''")
    // Every later transaction of this connection is held to it too.
    await this.#run('set session transaction isolation level repeatable read, read only')
    await this.#run('start transaction with consistent snapshot, read only')
  }

  /** A row is handed on as it arrives: none waits in memory. */
  async #run(sql: string, onRow: (row: unknown) => void = () => {}): Promise<void> {
    const ended = new Promise<void>((resolve, reject) => {
      const query = this.#connection.query({ sql, rowsAsArray: true, typeCast: false })
      query.on('error', reject)
      query.on('result', (row: unknown) => {
        try {
          onRow(row)
        } catch (error) {
          reject(error as Error)
          this.close()
        }
      })
      query.on('end', resolve)
    })
    await Promise.race([ended, this.#broken])
  }
}

function tlsOf({ tls, socket }: LiveSource) {
  if (tls === 'off' || socket !== null) return {}
  return { ssl: { rejectUnauthorized: tls === 'verified', verifyIdentity: tls === 'verified' } }
}

const SAYS: Record<string, string> = {
  ER_ACCESS_DENIED_ERROR: 'The database refuses this user or password.',
  ER_DBACCESS_DENIED_ERROR: 'This user may not read that database: grant it SELECT.',
  ER_TABLEACCESS_DENIED_ERROR: 'This user may not read every table of that database: grant it SELECT.',
  ER_BAD_DB_ERROR: 'There is no database of that name there.',
  ER_NOT_SUPPORTED_AUTH_MODE: 'This user signs in by a method that is not known here: give it a password.',
  ECONNREFUSED: 'Nothing answers at that address and port.',
  ENOENT: 'Nothing answers at that socket.',
  ENOTFOUND: 'That host is not known.',
  ETIMEDOUT: 'That host does not answer.',
  HANDSHAKE_NO_SSL_SUPPORT:
    'That server has no TLS, and all digests would travel in the clear: use a tunnel, or ?tls=off in a network that is yours.',
  HANDSHAKE_SSL_ERROR:
    "That server's certificate is not trusted here: use a tunnel, or ?tls=unverified if you know the way there.",
  PROTOCOL_CONNECTION_LOST: 'The connection broke in the middle. Nothing was brought over: start again.',
}

/** What went wrong, as a sentence. */
export function told(error: unknown): StartError {
  if (error instanceof StartError) return error
  const { code = '', message } = error as NodeJS.ErrnoException
  return new StartError(SAYS[code] ?? `The database says: ${message.split('\n')[0] || code}.`)
}
