import type { Config } from '../../config.ts'
import type { Queryable } from '../db/db.ts'
import { StartError } from '../start-error.ts'
import { seal, unseal } from './crypto.ts'
import { findSealedRows, type SealedColumn } from './sealed-rows.ts'

const PURPOSE = 'secret-mark'
const OWNER = '1'
const WRONG_KEY =
  'SECRET_KEY is not the one that this database was sealed with: lines, merchants and second factors could not be opened. ' +
  'Set the right one. If you mean to change it, set SECRET_KEY_OLD to the key of before, and see docs/operations/secret-key.md.'

type Keys = Pick<Config, 'secretKey' | 'oldSecretKey'>
/** Which key opens the mark. */
export type MarkState = 'current' | 'old' | 'wrong' | 'missing'

/**
 * The configuration with the key that long-lived values are derived from. Refuses a server or command with a wrong key.
 */
export async function withSecretMark(db: Queryable, config: Config): Promise<Config> {
  const { state, derivingKey } = await readMark(db, config)
  if (state === 'wrong') throw new StartError(WRONG_KEY)
  return derivingKey ? Object.freeze({ ...config, derivingKey }) : config
}

/** Runs at the start of a server: the first start writes the mark, also if there are sealed values already. */
export async function settleSecretMark(
  db: Queryable,
  config: Config,
  columns: readonly SealedColumn[],
  now: Date,
): Promise<MarkState> {
  const { state } = await readMark(db, config)
  if (state !== 'missing') {
    if (state === 'wrong') throw new StartError(WRONG_KEY)
    return state
  }
  const opener = await findOpener(db, config, columns)
  if (opener === null) throw new StartError(WRONG_KEY)
  await insertMark(db, sealMark(opener, opener), now)
  return (await readMark(db, config)).state
}

export async function readMark(db: Queryable, config: Keys): Promise<{ state: MarkState; derivingKey: Buffer | null }> {
  const [row] = await db.query<{ sealedKey: Buffer }>({
    name: 'secrets.mark',
    text: 'select sealed_key from secret_marks',
  })
  return row ? openMark(config, row.sealedKey) : { state: 'missing', derivingKey: null }
}

/** Takes the mark of a database or of a backup. */
export function openMark(config: Keys, sealedKey: Buffer): { state: MarkState; derivingKey: Buffer | null } {
  const current = tryOpen(config.secretKey, PURPOSE, OWNER, sealedKey)
  const opened = current ?? (config.oldSecretKey && tryOpen(config.oldSecretKey, PURPOSE, OWNER, sealedKey))
  if (!opened) return { state: 'wrong', derivingKey: null }
  return { state: current ? 'current' : 'old', derivingKey: Buffer.from(opened, 'base64') }
}

/** Call when everything else is sealed under the new key. */
export async function sealMarkAnew(db: Queryable, config: Config, now: Date): Promise<void> {
  const { derivingKey } = await readMark(db, config)
  await db.query({
    name: 'secrets.seal_mark',
    text: 'update secret_marks set sealed_key = $1, sealed_at = $2',
    values: [sealMark(config.secretKey, derivingKey ?? config.derivingKey), now],
  })
}

function sealMark(secretKey: Buffer, derivingKey: Buffer): Buffer {
  return seal(secretKey, PURPOSE, OWNER, derivingKey.toString('base64'))
}

async function insertMark(db: Queryable, sealedKey: Buffer, now: Date): Promise<void> {
  await db.query({
    name: 'secrets.insert_mark',
    text: 'insert into secret_marks (sealed_key, sealed_at) values ($1, $2) on conflict do nothing',
    values: [sealedKey, now],
  })
}

/**
 * The key that opens what an older release sealed, or the current key if nothing is sealed. Null: neither key opens it.
 */
async function findOpener(
  db: Queryable,
  { secretKey, oldSecretKey }: Keys,
  columns: readonly SealedColumn[],
): Promise<Buffer | null> {
  let isAnythingSealed = false
  for (const column of columns) {
    for (const { owner, sealed } of await findSealedRows(db, column, null, 1)) {
      isAnythingSealed = true
      const keys = [secretKey, ...(oldSecretKey ? [oldSecretKey] : [])]
      const opener = keys.find((key) => tryOpen(key, column.purpose, owner, sealed) !== null)
      if (opener) return opener
    }
  }
  return isAnythingSealed ? null : secretKey
}

export function tryOpen(secretKey: Buffer, purpose: string, owner: string, sealed: Buffer): string | null {
  try {
    return unseal({ secretKey }, purpose, owner, sealed)
  } catch {
    return null
  }
}
