import { X509Certificate, createPrivateKey } from 'node:crypto'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import path from 'node:path'

import { DAY_MS } from '../../contract/durations.ts'
import type { NodeSetup } from '../../contract/node-api.ts'
import type { Settings } from '../settings.ts'
import { makeCertificate } from './make-certificate.ts'

/** A new one is made when the old one is good for less than this. */
const RENEW_DAYS = 365

type Own = { tls: NonNullable<Settings['tls']>; sha256: string; name: string; untilMs: number }

const isOwn = (setup: NodeSetup | null) => setup?.settings['certMode'] === 'self'
const nameOf = ({ serverName, settings }: NodeSetup) => serverName ?? String(settings['sni'] ?? 'node')

/**
 * The certificate that the agent has signed itself, where the node's settings want that. It stays the same until its last
 * year or until the node has another name: clients accept only this one.
 */
export function openOwnCertificate(dir: string, now: () => Date = () => new Date()) {
  const files = filesIn(dir)
  let own: Own | null = null

  function get(name: string): Own {
    if (own === null || !existsSync(files.certificateFile)) own = load(files)
    if (own?.name === name && own.untilMs - now().getTime() > RENEW_DAYS * DAY_MS) return own
    try {
      own = make(files, name, now())
    } catch (error) {
      // As long as the old one is good, nobody must be cut off for want of a new one.
      if (own?.name !== name || own.untilMs < now().getTime()) throw error
    }
    return own
  }

  return {
    /** What the engine of this setup shows to clients. Null: not one of the agent's own. */
    tlsOf: (setup: NodeSetup): Settings['tls'] => (isOwn(setup) ? get(nameOf(setup)).tls : null),
    /** Changes together with the certificate; null where it is not one of the agent's own. */
    hashOf: (setup: NodeSetup): string | null => (isOwn(setup) ? get(nameOf(setup)).sha256 : null),
    /** For the portal, which tells clients. */
    report: (setup: NodeSetup | null): { certSha256?: string } =>
      isOwn(setup) && own !== null ? { certSha256: own.sha256 } : {},
  }
}

/** SHA-256 of the certificate that clients see. Null: there is none to read. */
export function shownHash(dir: string, setup: NodeSetup | null, { tls }: Pick<Settings, 'tls'>): string | null {
  try {
    const { certificateFile } = isOwn(setup) ? filesIn(dir) : (tls ?? { certificateFile: '' })
    return hashOf(new X509Certificate(readFileSync(certificateFile)))
  } catch {
    return null
  }
}

const filesIn = (dir: string) => ({
  certificateFile: path.join(dir, 'certificate.pem'),
  keyFile: path.join(dir, 'certificate-key.pem'),
})

const hashOf = ({ fingerprint256 }: X509Certificate) => fingerprint256.replaceAll(':', '').toLowerCase()

/** Null where there is none, or where a part of it was lost. */
function load(files: Own['tls']): Own | null {
  try {
    const certificate = new X509Certificate(readFileSync(files.certificateFile))
    if (!certificate.checkPrivateKey(createPrivateKey(readFileSync(files.keyFile)))) return null
    return {
      tls: files,
      sha256: hashOf(certificate),
      name: nameIn(certificate),
      untilMs: Date.parse(certificate.validTo),
    }
  } catch {
    return null
  }
}

/** The name as it was asked for: this program writes exactly one. */
function nameIn({ subject, subjectAltName = '' }: X509Certificate): string {
  const [, dns] = /^DNS:(.+)$/.exec(subjectAltName) ?? []
  const name = dns ?? subject.replace(/^CN=/, '')
  return dns !== undefined || isIP(name) !== 0 ? name : ''
}

/** The certificate comes last: without it the key beside it is nobody's. */
function make(files: Own['tls'], name: string, now: Date): Own {
  const { certificate, key } = makeCertificate(name, now)
  place(`${files.keyFile}.new`, key)
  place(`${files.certificateFile}.new`, certificate)
  rmSync(files.certificateFile, { force: true })
  renameSync(`${files.keyFile}.new`, files.keyFile)
  renameSync(`${files.certificateFile}.new`, files.certificateFile)
  const made = load(files)
  if (made?.name !== name) throw new Error(`cannot make a certificate for ${name}`)
  return made
}

function place(file: string, text: string): void {
  rmSync(file, { force: true })
  writeFileSync(file, text, { mode: 0o600, flush: true })
}
