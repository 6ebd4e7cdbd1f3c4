// Kept out of the schema files, because the browser never loads their library.

export const importKinds = ['check', 'run', 'undo'] as const
export const importStates = ['waiting', 'running', 'done', 'failed'] as const

/** What comes after an import, in this order. */
export const importSteps = ['look', 'try', 'setUp', 'again', 'token', 'agents', 'names', 'tell', 'back'] as const
export type ImportStep = (typeof importSteps)[number]

/**
 * The largest file that the console takes; the database has the same bound. It lies in the database and once more on the
 * disk of the process that reads it. A larger one is packed by gzip first, or read where it lies by `yx import`.
 */
export const IMPORT_FILE_MAX_BYTES = 2 * 1024 ** 3
