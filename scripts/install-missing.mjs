// Runs before start and test, on any Node version and with nothing installed yet: use plain JavaScript only.
import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs'
import path from 'node:path'

const root = path.join(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), '..')
const forTests = process.argv.includes('--test')
const WITH_TABS = ['chromium', 'chromium-browser', 'google-chrome']
/** Where the old packages wait while new ones take their place. */
const BEFORE = 'node_modules.before'

installPackages(root, [], 'packages (about a minute the first time)')
requireNode24()
if (forTests) {
  installBrowser()
  installEngines()
  installPackages(path.join(root, 'scripts', 'parsers'), ['--ignore-scripts'], 'parsers that check feeds')
}
if (process.argv.includes('--full')) installBrowserWithTabs()

/**
 * Never removes a working installation: npm installs into a folder beside it, and only a complete installation replaces
 * the old one. npm's own `ci` removes everything first, and leaves nothing if it is interrupted.
 */
function installPackages(folder, options, what) {
  takeBack(folder)
  if (isInstalled(folder)) return
  const runner = findServer(folder)
  if (runner !== null) {
    stop(
      `Packages of this release are missing, and process ${runner} serves from this folder. Nothing was changed. Stop it first (systemctl stop yuxian).`,
    )
  }
  const startedAt = Date.now()
  console.log(`Installing ${what} …`)
  const beside = path.join(folder, `.installing-${process.pid}`)
  const isWhole = installInto(folder, beside, options)
  if (isWhole) swap(folder, beside)
  rmSync(beside, { recursive: true, force: true })
  if (!isWhole) stop('npm ci failed; its message stands above. What was installed is as it was.')
  console.log(`Installed in ${Math.round((Date.now() - startedAt) / 1000)} s.`)
}

/**
 * npm records what it installed: checks that every package of the lock is there in its version, except those of other
 * platforms.
 */
function isInstalled(folder) {
  const wanted = readLock(path.join(folder, 'package-lock.json'))
  const there = readLock(path.join(folder, 'node_modules', '.package-lock.json'))
  if (wanted === null || there === null) return false
  return Object.entries(wanted).every(([place, entry]) => {
    if (place === '') return true
    const found = there[place]
    if (found === undefined) return entry.optional === true
    const isSame = found.version === entry.version && (found.integrity ?? null) === (entry.integrity ?? null)
    return isSame && existsSync(path.join(folder, place, 'package.json'))
  })
}

function readLock(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? null
  } catch {
    return null
  }
}

/** Copies what npm needs: its files, and the script that runs after it. */
function installInto(folder, beside, options) {
  mkdirSync(path.join(beside, 'scripts'), { recursive: true })
  for (const name of ['package.json', 'package-lock.json', '.npmrc', 'scripts/link-node.mjs']) {
    if (existsSync(path.join(folder, name))) copyFileSync(path.join(folder, name), path.join(beside, name))
  }
  // The npm that runs this script passes on its own folder, which would mislead the next npm.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(npm_(config_local_prefix|package_|lifecycle_)|INIT_CWD)/i.test(name),
    ),
  )
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const { status } = spawnSync(npm, ['ci', ...options, '--loglevel=error'], {
    cwd: beside,
    env,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  return status === 0
}

/** Two renames, no copying. Between them the old folder waits where `takeBack` finds it. */
function swap(folder, beside) {
  const place = path.join(folder, 'node_modules')
  const before = path.join(folder, BEFORE)
  rmSync(before, { recursive: true, force: true })
  if (existsSync(place)) renameSync(place, before)
  renameSync(path.join(beside, 'node_modules'), place)
  rmSync(before, { recursive: true, force: true })
}

/** After an interrupted start: restores what was put aside and removes what was begun. */
function takeBack(folder) {
  const place = path.join(folder, 'node_modules')
  const before = path.join(folder, BEFORE)
  if (existsSync(before) && !existsSync(place)) renameSync(before, place)
  for (const name of readdirSync(folder)) {
    const [, pid] = /^\.installing-(\d+)$/.exec(name) ?? []
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(path.join(folder, name), { recursive: true, force: true })
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Finds a running server by its working folder, or by this folder's Node that it runs with. Works on Linux only. */
function findServer(folder) {
  if (!existsSync('/proc/self/cmdline')) return null
  const here = realpathSync(folder)
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const words = (readOrNull(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8')) ?? '').split('\0')
    if (!words.some((word) => /(^|\/)(server\/main|scripts\/start)\.ts$/.test(word))) continue
    const cwd = readOrNull(() => readlinkSync(`/proc/${pid}/cwd`))
    if (cwd === here || words[0].startsWith(path.join(here, 'node_modules') + path.sep)) return pid
  }
  return null
}

/** Processes may end while they are read, and those of other users show less. */
function readOrNull(read) {
  try {
    return read()
  } catch {
    return null
  }
}

/** npm installs Node 24 for Linux, Windows and Intel Macs, and puts it first on the path of scripts. */
function requireNode24() {
  const bundled = path.join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
  if (existsSync(bundled) || Number(process.versions.node.split('.')[0]) >= 24) return
  stop(
    `Yuxian runs on Node 24. npm has no build of it for ${process.platform} ${process.arch}: please install Node 24 or newer.`,
  )
}

/** Installs a browser from the system's packages if allowed. Without one, the tests say so. */
function installBrowser() {
  const places = ['chromium-headless-shell', ...WITH_TABS]
  // Not every distribution has the headless package.
  for (const name of ['chromium-headless-shell', 'chromium']) {
    if (!isThere(places)) installSystemPackages(`${name} and a Chinese font`, [name, 'fonts-noto-cjk'])
  }
}

/** The whole grid runs some tests in a browser as people have it, too (playwright.config.ts). */
function installBrowserWithTabs() {
  if (!isThere(WITH_TABS)) installSystemPackages('chromium', ['chromium', 'fonts-noto-cjk'])
  if (!isThere(WITH_TABS)) console.log('No browser with tabs: install Chromium to run all browser tests.')
}

function isThere(names) {
  return names.some((name) => existsSync(`/usr/bin/${name}`))
}

/** Installs the programs that nodes and clients run. Without them, the tests say so. */
function installEngines() {
  const wanted = [
    ['/usr/bin/v2ray', 'v2ray'],
    ['/usr/bin/ss-server', 'shadowsocks-libev'],
    ['/usr/bin/trojan', 'trojan'],
    ['/usr/bin/ss', 'iproute2'],
  ]
  const missing = wanted.filter(([file]) => !existsSync(file)).map(([, name]) => name)
  if (missing.length > 0) installSystemPackages('engines for lines', missing)
}

function installSystemPackages(what, names) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.log(`Installing ${what} from the system packages …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env })
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env,
  })
}

function stop(message) {
  console.error(`\n${message}\n`)
  process.exit(1)
}
