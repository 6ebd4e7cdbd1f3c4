import { execFile, spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import { chmod, chown, readdir, stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

/** PostgreSQL refuses to run as root, so root runs it as another user. */
export type RunAs =
  | { kind: 'self' }
  // uid 0 outside, nobody inside: reaches files below a 0700 folder such as /root, and nothing needs a new owner.
  | { kind: 'user-namespace' }
  | { kind: 'other-user'; uid: number; gid: number }

const NOBODY = 65534
const UNSHARE = ['-U', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, '--']

export async function chooseRunAs(pgData: string): Promise<RunAs> {
  if (process.platform === 'win32') return { kind: 'self' }
  if (process.getuid?.() !== 0) {
    // initdb needs a name for its uid; containers with an arbitrary uid have none in /etc/passwd.
    return !hasName() && (await hasUserNamespaces()) ? { kind: 'user-namespace' } : { kind: 'self' }
  }
  const owner = await stat(pgData).catch(() => null)
  // The server must own its folder: a folder made by an ordinary user stays that user's.
  if (owner && owner.uid !== 0) return { kind: 'other-user', uid: owner.uid, gid: owner.gid }
  if (await hasUserNamespaces()) return { kind: 'user-namespace' }
  return { kind: 'other-user', uid: NOBODY, gid: NOBODY }
}

export function spawnAs(
  runAs: RunAs,
  file: string,
  args: string[],
  options: { stdio: StdioOptions; detached?: boolean },
): ChildProcess {
  const all = {
    ...options,
    // The other user may be unable to reach the caller's folder.
    cwd: dirname(file),
    env: serverEnvironment(),
    windowsHide: true,
  }
  // unshare replaces itself with the program, so the pid of the child is the server's own.
  if (runAs.kind === 'user-namespace') return spawn('unshare', [...UNSHARE, file, ...args], all)
  if (runAs.kind === 'other-user') return spawn(file, args, { ...all, uid: runAs.uid, gid: runAs.gid })
  return spawn(file, args, all)
}

export async function giveTo(runAs: RunAs, path: string): Promise<void> {
  if (runAs.kind !== 'other-user') return
  const { uid, isDirectory } = await stat(path).then((s) => ({ uid: s.uid, isDirectory: s.isDirectory() }))
  if (uid !== runAs.uid) await chown(path, runAs.uid, runAs.gid)
  if (!isDirectory) return
  for (const name of await readdir(path)) await giveTo(runAs, join(path, name))
}

/** Lets the other user pass through the data folder without listing it; the secrets in it are 0600 files. */
export async function openWayTo(runAs: RunAs, dataDir: string): Promise<void> {
  if (runAs.kind !== 'other-user') return
  const { mode, uid } = await stat(dataDir)
  if (uid !== runAs.uid && (mode & 0o001) === 0) await chmod(dataDir, (mode & 0o777) | 0o011)
}

export function whyUnreachable(runAs: RunAs, file: string): string {
  if (runAs.kind !== 'other-user') return ''
  return (
    ` PostgreSQL must not run as root, and this machine allows no user namespaces, so it ran as uid ${runAs.uid}: ` +
    `that user must be able to reach ${file} and the data folder. Or start as an ordinary user.`
  )
}

async function hasUserNamespaces(): Promise<boolean> {
  if (process.platform !== 'linux') return false
  return promisify(execFile)('unshare', [...UNSHARE, 'true']).then(
    () => true,
    () => false,
  )
}

function hasName(): boolean {
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}

/** Only what a server needs: PG* variables would redirect it, and it must not see our secrets. */
function serverEnvironment(): NodeJS.ProcessEnv {
  const kept = ['PATH', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'LD_LIBRARY_PATH']
  const entries = kept.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))
  return { ...Object.fromEntries(entries), LC_ALL: 'C', TZ: 'UTC' }
}
