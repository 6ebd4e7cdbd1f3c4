import { spawnSync } from 'node:child_process'
import path from 'node:path'

const has = (command: string) => spawnSync('sh', ['-c', `command -v ${command}`]).status === 0
/** Programs of the system's packages that engine tests need. */
export const missingEngines = ['v2ray', 'ss-manager', 'ss-server', 'ss-local', 'ss'].filter((command) => !has(command))

/** What users of a test's engine want to reach is on this machine, which is closed to them otherwise. */
export const onLoopback = { listen: '127.0.0.1', reach: ['127.0.0.1/32'] }

export function makeCertificate(dir: string): { certificateFile: string; keyFile: string } {
  const files = { certificateFile: path.join(dir, 'certificate.pem'), keyFile: path.join(dir, 'key.pem') }
  const subject = [
    '-subj',
    '/CN=localhost',
    '-days',
    '2',
    '-nodes',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
  ]
  const made = spawnSync('openssl', [
    'req',
    '-x509',
    ...subject,
    '-keyout',
    files.keyFile,
    '-out',
    files.certificateFile,
  ])
  if (made.status !== 0) throw new Error(made.stderr.toString())
  return files
}
