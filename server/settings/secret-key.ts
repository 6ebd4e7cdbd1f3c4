import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

export type SecretKey = {
  /** Seals the secrets in the database and signs short-lived tokens. */
  secretKey: Buffer
  /** The file of a key that was made just now and is nowhere else yet. */
  newKeyFile: string | null
}

/** Production must set its own key. The sandbox keeps the one it made, so that a restart ends no session. */
export function readSecretKey(
  env: { readonly SECRET_KEY?: string | undefined },
  { mode, dataDir }: { mode: string; dataDir: string },
  wrong: string[],
): SecretKey {
  const given = env.SECRET_KEY
  if (given && given.length < 32) wrong.push('SECRET_KEY must have at least 32 characters')
  if (given) return { secretKey: Buffer.from(given), newKeyFile: null }
  if (mode === 'production') {
    wrong.push('SECRET_KEY is required in production (make one: openssl rand -hex 32)')
    return { secretKey: Buffer.alloc(32), newKeyFile: null }
  }
  const file = path.join(dataDir, 'secret.key')
  const kept = readKept(file)
  return { secretKey: kept ?? Buffer.from(randomBytes(32).toString('hex')), newKeyFile: kept ? null : file }
}

/** Call before anything is sealed, and after all that may refuse: a refused start or command writes nothing. */
export function keepSecretKey<C extends SecretKey & { dataDir: string }>(config: C): C {
  const { newKeyFile: file, secretKey } = config
  if (file === null) return config
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  try {
    writeFileSync(file, secretKey, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  // Another process may have been first.
  const key = readFileSync(file)
  return Object.freeze({ ...config, secretKey: key, derivingKey: key, newKeyFile: null })
}

function readKept(file: string): Buffer | null {
  try {
    return readFileSync(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return null
  }
}
