import { readFileSync } from 'node:fs'
import path from 'node:path'

import { root } from '../step.ts'
import { readSteps, type Step } from './production/doc-steps.ts'
import type { Machine } from './production/machine.ts'
import { proveOnMachine, SITE } from './production/on-machine.ts'
import { follow, step } from './production/step.ts'

/**
 * Types the steps of docs/operations/install.md on a bare Debian. The certificate is made here, because a real authority
 * needs a public name.
 */
export const prove = (): Promise<boolean> => proveOnMachine(walk)

const guide = () => readFileSync(path.join(root, 'docs/operations/install.md'), 'utf8')
export const handSteps = (): Step[] => readSteps(guide(), '## By hand')
export const caddySteps = (): Step[] => readSteps(guide(), '## From nginx to Caddy')

async function walk(machine: Machine): Promise<void> {
  await step(`${SITE} is this machine`, () => machine.run(`echo '127.0.0.1 ${SITE}' >> /etc/hosts`))
  for (const each of handSteps()) {
    if (each.where === 'outside') await step(`${each.title}: made here in its place`, () => machine.run(CERTIFICATE))
    else await follow(each, each.where === 'online' ? machine.runOnline : machine.run)
  }
  for (const each of caddySteps()) await follow(each, each.where === 'online' ? machine.runOnline : machine.run)
  await step('Caddy has the ports', () =>
    machine.run('systemctl is-active caddy && if systemctl is-active nginx; then exit 1; fi'),
  )
}

const CERTIFICATE = `
live=/etc/letsencrypt/live/${SITE}
mkdir -p $live
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=${SITE} -addext subjectAltName=DNS:${SITE} \\
  -keyout $live/privkey.pem -out $live/fullchain.pem 2>/dev/null
cp $live/fullchain.pem /usr/local/share/ca-certificates/${SITE}.crt
update-ca-certificates
`
