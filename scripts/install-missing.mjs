// Runs before start and test, on whatever Node the machine has and with nothing installed yet: plain JavaScript only.
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
/** Where the packages of before wait while new ones take their place. */
const BEFORE = 'node_modules.before'

installPackages(root, [], 'packages (about a minute the first time)')
requireNode24()
if (forTests) {
  installBrowser()
  installEngines()
  installPackages(path.join(root, 'scripts', 'parsers'), ['--ignore-scripts'], 'parsers that check feeds')
}

/**
 * What works is never taken away: npm installs into a folder beside, and only a whole installation takes the place of the
 * one that is there. npm's own `ci` begins by removing everything, and cut off it leaves nothing.
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

/** npm writes down what it installed: every package of the lock is there, in its version, but those of other platforms. */
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

/** Whatever npm needs to see: its files, and the script that runs after it. */
function installInto(folder, beside, options) {
  mkdirSync(path.join(beside, 'scripts'), { recursive: true })
  for (const name of ['package.json', 'package-lock.json', '.npmrc', 'scripts/link-node.mjs']) {
    if (existsSync(path.join(folder, name))) copyFileSync(path.join(folder, name), path.join(beside, name))
  }
  // The npm that runs this script tells the next one about its own folder.
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

/** Two renames, nothing is copied. Between them the old one waits where `takeBack` finds it. */
function swap(folder, beside) {
  const place = path.join(folder, 'node_modules')
  const before = path.join(folder, BEFORE)
  rmSync(before, { recursive: true, force: true })
  if (existsSync(place)) renameSync(place, before)
  renameSync(path.join(beside, 'node_modules'), place)
  rmSync(before, { recursive: true, force: true })
}

/** After a start that was cut off: what was put aside comes back, and what was begun goes. */
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

/** By its working folder, or by the Node of this folder that it runs with. Only Linux tells. */
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

/** Processes end while they are looked at, and those of others tell less. */
function readOrNull(read) {
  try {
    return read()
  } catch {
    return null
  }
}

/** npm brings Node 24 for Linux, Windows and Intel Macs and puts it first on the path of scripts. */
function requireNode24() {
  const bundled = path.join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
  if (existsSync(bundled) || Number(process.versions.node.split('.')[0]) >= 24) return
  stop(
    `Yuxian runs on Node 24. npm has no build of it for ${process.platform} ${process.arch}: please install Node 24 or newer.`,
  )
}

/** A browser from the system's packages when we may install them; the tests say so when there is none. */
function installBrowser() {
  const places = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
  const isThere = () => places.some((name) => existsSync(`/usr/bin/${name}`))
  // Not every distribution has the one without windows.
  for (const name of ['chromium-headless-shell', 'chromium']) {
    if (!isThere()) installSystemPackages(`${name} and a Chinese font`, [name, 'fonts-noto-cjk'])
  }
}

/** The programs that nodes and clients run; tests without them say so. */
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
