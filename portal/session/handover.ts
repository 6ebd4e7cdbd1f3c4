import { readToken } from './token.ts'

/** In the address behind `#`, where no server and no log sees it. */
const MARK = '#h='
const HASH = /^#h=(tk1\.[\w-]+\.[\w-]{43})$/

/** The ticket that an app gave to this browser. Null without one, or when somebody is signed in here already. */
export function handoverTicket({ hash }: { hash: string }): string | null {
  const [, ticket = null] = HASH.exec(hash) ?? []
  return readToken() === null ? ticket : null
}

export function withHandover(address: string, ticket: string): string {
  return `${address}${MARK}${ticket}`
}
