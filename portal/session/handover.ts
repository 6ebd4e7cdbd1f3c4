import { readToken } from './token.ts'

/** In the address behind `#`, where no server and no log sees it. */
const MARK = '#h='

/** The ticket that an app gave this browser along; null when there is none, or when somebody is signed in here already. */
export function handoverTicket({ hash }: { hash: string }): string | null {
  return hash.startsWith(MARK) && readToken() === null ? hash.slice(MARK.length) : null
}

export function withHandover(address: string, ticket: string): string {
  return `${address}${MARK}${ticket}`
}
