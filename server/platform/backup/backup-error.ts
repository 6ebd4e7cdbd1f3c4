import { StartError } from '../start-error.ts'

/** A file that cannot be used, or a database that cannot take it; shown as a sentence. */
export class BackupError extends StartError {}
