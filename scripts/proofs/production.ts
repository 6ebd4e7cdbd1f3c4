import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'

import { findProgram } from '../../server/test/run/requires.ts'
import { root } from '../step.ts'
import { readSteps, type Step } from './production/doc-steps.ts'
import { proveDomains } from './production/domains.ts'
import { makeMachine, placeRepository, type Machine } from './production/machine.ts'

/**
 * Runs the commands that docs/production.md, docs/operations/install.md and docs/agent.md give an operator, on a bare
 * Debian with its own systemd, until a user's bytes have passed through the node and are booked. Certificates are made
 * here, because a real authority needs a public name: nginx gets one made beside it, Caddy gets its own by ACME from a
 * second Caddy.
 */
const SITE = 'portal.example.com'
const REPOSITORY = 'https://git.example.com/yuxian.git'
const NODE_HOST = 'hk1.example.org'
const KEY_FILE = '/var/lib/yuxian-agent/agent.json'
/** What the user downloads from listens here. */
const TARGET = '127.0.0.2'
const NODE = '/opt/yuxian/node_modules/.bin/node'
const ON_MACHINE = '/opt/yuxian/scripts/proofs/production'
const NEEDED = { debootstrap: 'debootstrap', 'systemd-nspawn': 'systemd-container', nsenter: 'util-linux', git: 'git' }

const read = (name: string) => readFileSync(path.join(root, name), 'utf8')

export async function prove(): Promise<boolean> {
  const lack = findLack()
  if (lack) {
    console.log(`  ✗ ${lack}`)
    return false
  }
  let machine: Machine | null = null
  try {
    await step('a bare Debian 12', async () => {
      machine = await makeMachine()
      await placeRepository(root, machine.folder, REPOSITORY)
    })
    await walk(machine!)
    return true
  } catch (error) {
    console.log(error instanceof Error ? error.message : error)
    return false
  } finally {
    await (machine as Machine | null)?.remove()
  }
}

function findLack(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'it needs root on a Linux, to boot a machine'
  const missing = () => Object.entries(NEEDED).filter(([program]) => findProgram(program) === null)
  const packages = missing().map(([, name]) => name)
  if (packages.length > 0 && findProgram('apt-get')) {
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { stdio: 'ignore' })
  }
  const names = missing().map(([, name]) => name)
  return names.length === 0 ? null : `it needs the packages ${names.join(', ')}`
}

export function productionSteps(): Step[] {
  return readSteps(read('docs/production.md'), '## The machine')
}

export function shopSteps(): Step[] {
  return readSteps(read('docs/operations/install.md'), '## From nothing to the first user')
}

export function domainSteps(): Step[] {
  return readSteps(read('docs/production.md'), "## Resellers' domains")
}

export function agentSteps(): Step[] {
  return readSteps(read('docs/agent.md'), '## Install')
}

async function walk(machine: Machine): Promise<void> {
  for (const each of [...productionSteps(), ...agentSteps(), ...domainSteps()]) {
    if (each.where === 'online') await follow(each, machine.runOnline)
  }
  await step('it boots, with systemd and a network of its own', () => machine.boot())
  await step(`${SITE} is this machine`, () => machine.run(`echo '127.0.0.1 ${SITE}' >> /etc/hosts`))
  for (const each of productionSteps()) {
    if (each.where === 'inside') await follow(each, machine.run)
    if (each.where === 'outside') await step(`${each.title}: made here in its place`, () => machine.run(CERTIFICATE))
  }
  for (const each of shopSteps()) await follow(each, machine.run)
  await step('a node', () => machine.run(FIRST_NODE))
  await step('the line that yx nodes enrol prints, as root', () =>
    machine.run('eval "$(yx nodes enrol --node 1 | tail -n 1)"'),
  )
  await step('the agent can read its key', () => machine.run(KEY_IS_ITS_OWN))
  await step(`users of the node may reach ${TARGET}`, () => machine.run(OPEN_TARGET))
  console.log('  a user of the portal, with a real client:')
  console.log((await machine.run(FIRST_BYTE)).trimEnd())
  console.log('  through the proxy:')
  const look = `${NODE} ${ON_MACHINE}/look.ts https://${SITE} ${KEY_FILE}`
  console.log((await machine.run(look)).trimEnd())
  await step('the service restarts, and is ready again', () => machine.run(RESTART))
  for (const each of domainSteps()) {
    if (each.where === 'inside') await follow(each, machine.run)
  }
  await proveDomains(machine.run, step)
  console.log('  through Caddy:')
  console.log((await machine.run(look)).trimEnd())
}

async function follow({ title, script }: Step, run: (script: string) => Promise<string>): Promise<void> {
  await step(title, () => run(script))
  for (const line of script.trimEnd().split('\n')) console.log(`          ${line}`)
}

async function step(title: string, work: () => Promise<unknown>): Promise<void> {
  const startedAt = performance.now()
  try {
    await work()
  } catch (error) {
    console.log(`FAIL    ${title}`)
    throw error
  }
  console.log(`  ok    ${title} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`)
}

/** The agent's Node knows the public authorities and has to be told of this one; curl and nginx ask the system's list. */
const CERTIFICATE = `
live=/etc/letsencrypt/live/${SITE}
mkdir -p $live
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=${SITE} -addext subjectAltName=DNS:${SITE} \\
  -keyout $live/privkey.pem -out $live/fullchain.pem 2>/dev/null
cp $live/fullchain.pem /usr/local/share/ca-certificates/${SITE}.crt
update-ca-certificates
mkdir -p /etc/systemd/system/yuxian-agent.service.d
cat > /etc/systemd/system/yuxian-agent.service.d/authority.conf <<'END'
[Service]
Environment=NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt
END
`

/**
 * As in docs/operations/install.md but for the port: a node has a machine of its own, while here the proxy holds 443. And
 * as in docs/agent.md for a node without a certificate of an authority: its agent makes one, which is pinned in addresses.
 */
const FIRST_NODE = `
echo '127.0.0.1 ${NODE_HOST}' >> /etc/hosts
yx nodes add --name 香港一 --region HK --address ${NODE_HOST} --port 8443 --protocol vless \\
  --settings '{"security":"tls","certMode":"self"}'
`

const KEY_IS_ITS_OWN = `
test "$(stat -c '%U %a' ${KEY_FILE})" = 'yuxian-agent 600'
runuser -u yuxian-agent -- cat ${KEY_FILE} > /dev/null
systemctl is-active yuxian-agent
`

/**
 * This machine has no network but its loopback, which the engine keeps from users as it keeps private ranges. So the one
 * address that stands for the Internet here is opened, with `reach` of docs/agent.md.
 */
const OPEN_TARGET = `
sed -i '1s#{#{ "reach": ["${TARGET}/32"],#' ${KEY_FILE}
systemctl restart yuxian-agent
${KEY_IS_ITS_OWN}
`

const FIRST_BYTE = `
${NODE} ${ON_MACHINE}/first-byte.ts https://${SITE} /root/keys.txt ${TARGET} || {
  journalctl --unit=yuxian-agent --lines=40 --no-pager
  exit 1
}
`

const RESTART = `
systemctl restart yuxian
curl --fail --silent --show-error --retry 60 --retry-delay 1 --retry-all-errors https://${SITE}/readyz
`
