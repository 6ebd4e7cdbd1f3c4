import { spawnSync } from 'node:child_process'
import path from 'node:path'

const has = (command: string) => spawnSync('sh', ['-c', `command -v ${command}`]).status === 0
/** Programs from system packages that engine tests need. */
export const missingEngines = ['v2ray', 'ss-manager', 'ss-server', 'ss-local', 'ss'].filter((command) => !has(command))

/** Opens loopback, where the tests' targets listen. It is closed to users otherwise. */
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
