// Runs before start and test, on whatever Node the machine has and with nothing installed yet: plain JavaScript only.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const root = path.join(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), '..')
const forTests = process.argv.includes('--test')

installPackages(root, [], 'packages (about a minute the first time)')
requireNode24()
if (forTests) {
  installBrowser()
  installEngines()
  installPackages(path.join(root, 'scripts', 'parsers'), ['--ignore-scripts'], 'parsers that check feeds')
}

function installPackages(folder, options, what) {
  const stamp = path.join(folder, 'node_modules', '.installed-lock')
  const wanted = createHash('sha256')
    .update(readFileSync(path.join(folder, 'package-lock.json')))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  const startedAt = Date.now()
  console.log(`Installing ${what} …`)
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const { status } = spawnSync(npm, ['ci', ...options, '--loglevel=error'], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0) stop('npm ci failed; its message stands above.')
  writeFileSync(stamp, wanted)
  console.log(`Installed in ${Math.round((Date.now() - startedAt) / 1000)} s.`)
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
