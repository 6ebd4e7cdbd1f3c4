import { readFileSync } from 'node:fs'
import path from 'node:path'

import { typedInTheEvening, writeMovingFiles } from '../../server/test/build/panels/moving-files.ts'
import { root } from '../step.ts'
import { readSteps, type Step } from './production/doc-steps.ts'
import { AUTHORITY_URL, proveDomains, START_AUTHORITY } from './production/domains.ts'
import type { Machine } from './production/machine.ts'
import { proveOnMachine, SITE } from './production/on-machine.ts'
import { proveSetup } from './production/setup.ts'
import { follow, step } from './production/step.ts'
import { ALERTED_OF_STRANGERS, proveUpdates } from './production/updates.ts'

/**
 * From a bare Debian with its own systemd by deploy/setup, as docs/production.md says, until a user's bytes have passed
 * through a node and are booked; then updates. Certificates come by ACME from a second Caddy, because a real authority
 * needs a public name.
 */
export const prove = (): Promise<boolean> => proveOnMachine(walk)

const NODE_HOST = 'hk1.example.org'
const KEY_FILE = '/var/lib/yuxian-agent/agent.json'
/** What the user downloads from listens here. */
const TARGET = '127.0.0.2'
const NODE = '/opt/yuxian/node_modules/.bin/node'
const ON_MACHINE = '/opt/yuxian/scripts/proofs/production'

const read = (name: string) => readFileSync(path.join(root, name), 'utf8')
export const productionSteps = (): Step[] => readSteps(read('docs/production.md'), '## The machine')
export const shopSteps = (): Step[] =>
  readSteps(read('docs/operations/install.md'), '## From nothing to the first user')
export const agentSteps = (): Step[] => readSteps(read('docs/agent.md'), '## Install')

async function walk(machine: Machine): Promise<void> {
  const [code, setup] = productionSteps()
  await step(`${SITE} is this machine`, () => machine.run(`echo '127.0.0.1 ${SITE}' >> /etc/hosts`))
  await follow(code!, machine.runOnline)
  const typed = `${setup!.script.trim()} --acme ${AUTHORITY_URL}`
  await proveSetup(machine, typed, () => step('an authority that speaks ACME', () => machine.run(START_AUTHORITY)))
  for (const each of shopSteps()) await follow(each, machine.run)
  for (const each of agentSteps()) await follow(each, machine.runOnline)
  await step('a node', () => machine.run(FIRST_NODE))
  await step('the line that yx nodes enrol prints, as root', () => machine.run(ENROL))
  await step('the agent can read its key', () => machine.run(KEY_IS_ITS_OWN))
  await step(`users of the node may reach ${TARGET}`, () => machine.run(OPEN_TARGET))
  console.log('  a user of the portal, with a real client:')
  console.log((await machine.run(FIRST_BYTE)).trimEnd())
  console.log('  through the proxy:')
  console.log((await machine.run(`${NODE} ${ON_MACHINE}/look.ts https://${SITE} ${KEY_FILE}`)).trimEnd())
  await step('the unsigned call is the only alert, and somebody looks after it', () => machine.run(LOOK_AFTER))
  await proveDomains(machine.run, step)
  await moveIn(machine)
  await proveUpdates(machine)
}

/** Types the evening of docs/moving.md as it stands, where the files of the old panel are root's alone. */
async function moveIn({ folder, run }: Machine): Promise<void> {
  writeMovingFiles(`${folder}/root`)
  for (const line of typedInTheEvening(read('docs/moving.md'))) await step(`yx ${line}`, () => run(`yx ${line}`))
}

/**
 * As in docs/operations/install.md but for the port: a node has a machine of its own, while here the proxy holds 443. And
 * as in docs/agent.md for a node without a certificate of an authority: its agent makes one, which is pinned in addresses.
 * The agent's Node knows the public authorities and has to be told of this one.
 */
const FIRST_NODE = `
echo '127.0.0.1 ${NODE_HOST}' >> /etc/hosts
yx nodes add --name 香港一 --region HK --address ${NODE_HOST} --port 8443 --protocol vless \\
  --settings '{"security":"tls","certMode":"self"}'
mkdir -p /etc/systemd/system/yuxian-agent.service.d
cat > /etc/systemd/system/yuxian-agent.service.d/authority.conf <<'END'
[Service]
Environment=NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt
END
`

/** The setup has made the key that signs agents, so the node takes updates. */
const ENROL = `
line=$(yx nodes enrol --node 1 | tail -n 1)
case $line in *' --key '*) ;; *) echo "$line"; exit 1 ;; esac
eval "$line"
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

const LOOK_AFTER = `
${ALERTED_OF_STRANGERS}
yx call alerts.ack --alert-id "$(grep -Eo '"id":"?[0-9]+' alerts.json | grep -Eo '[0-9]+')"
`

const FIRST_BYTE = `
${NODE} ${ON_MACHINE}/first-byte.ts https://${SITE} /root/keys.txt ${TARGET} || {
  journalctl --unit=yuxian-agent --lines=40 --no-pager
  exit 1
}
`
