import pg from 'pg'

/** Thrown to undo what was begun: something had changed since it was read. */
export const NOT_AS_SEEN = new Error('Something changed since it was read')

/** Of the function `insist` in the database, and of a row that somebody else has made meanwhile. */
const CODES = ['YX002', '23505']

/** Ends the transaction unless the condition holds: nobody looks at an answer that travels with the commit. */
export const insistOn = (condition: string) => `select insist(${condition})`

/** For `send`: of a statement that holds only while things are as they were read. */
export function unlessAsSeen(error: unknown): unknown {
  return error instanceof pg.DatabaseError && CODES.includes(error.code ?? '') ? NOT_AS_SEEN : error
}
