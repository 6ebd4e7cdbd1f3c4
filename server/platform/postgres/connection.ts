import pg from 'pg'

export type Connection = { host: string; port: number; user: string; database: string; password?: string }

/** A socket folder cannot be in the authority part of a URL: pg and libpq both take it as the `host` parameter. */
export function connectionUrl(connection: Connection): string {
  const { host, port, user, database, password } = connection
  const login = encodeURIComponent(user) + (password === undefined ? '' : `:${encodeURIComponent(password)}`)
  const isSocket = host.startsWith('/')
  const authority = `${login}@${isSocket ? 'localhost' : host}:${port}`
  return `postgres://${authority}/${encodeURIComponent(database)}${isSocket ? `?host=${encodeURIComponent(host)}` : ''}`
}

export async function withClient<T>(connection: Connection, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 10_000 })
  // Without a listener, a server that dies between two statements would end this process.
  client.on('error', () => {})
  try {
    await client.connect()
    return await use(client)
  } finally {
    await client.end().catch(() => {})
  }
}
