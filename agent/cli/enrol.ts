import { openOwnCertificate } from '../certificate/own-certificate.ts'
import { enrolAtPortal } from '../portal.ts'
import { readSettings, saveEnrolment, settingsFile } from '../settings.ts'
import { AGENT_VERSION } from '../version.ts'

type Options = { dir: string; server: string; token: string; updateKey: string | null }

export async function enrol({ dir, server, token, updateKey }: Options): Promise<number> {
  const url = new URL(server)
  const isLocal = ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname)
  if (url.protocol !== 'https:' && !isLocal) throw new Error('the portal must be reached by https')
  const base = url.href.replace(/\/$/, '')
  const { nodeId, secret, epoch, setup } = await enrolAtPortal(base, token, AGENT_VERSION)
  saveEnrolment(dir, { server: base, nodeId, secret, epoch, ...(updateKey === null ? {} : { updateKey }) })
  console.log(`Enrolled as node ${nodeId} (${setup.name}, ${setup.protocol} on port ${setup.port}).`)
  const certSha256 = openOwnCertificate(dir).hashOf(setup)
  if (certSha256 !== null) {
    console.log(`Its certificate has the SHA-256 ${certSha256}. The portal learns it by itself and tells clients.`)
  }
  if (readSettings(dir).updateKey === null) {
    console.log(
      'It is without the key that signs releases, so it takes no update: the portal shows the line that gives it.',
    )
  }
  console.log(`Its key is in ${settingsFile(dir)}. Now start the agent, or restart it if it is running.`)
  return 0
}
