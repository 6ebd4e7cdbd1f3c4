import type { Line } from '../../../contract/lines.ts'
import { useWords } from '../../words/language.ts'

/** Words for the settings of our nodes; a setting without a word appears under the client's own name. */
const settingWords = {
  cipher: 'cipher',
  network: 'network',
  path: 'path',
  host: 'host',
  serviceName: 'serviceName',
  security: 'security',
  sni: 'sni',
  fingerprint: 'fingerprint',
  allowInsecure: 'allowInsecure',
  certSha256: 'certSha256',
  alterId: 'alterId',
  flow: 'flow',
  publicKey: 'publicKey',
  shortId: 'shortId',
  obfs: 'obfs',
  obfsPassword: 'obfsPassword',
  congestionControl: 'congestionControl',
} as const

export function useConnectionRows(protocol: string, connection: NonNullable<Line['connection']>) {
  const t = useWords('line-list')
  const { address, port, credential, settings } = connection
  const hasUserId = protocol === 'vless' || protocol === 'vmess' || protocol === 'tuic'
  return [
    { name: t('protocol'), value: protocol },
    { name: t('address'), value: address },
    { name: t('port'), value: String(port) },
    { name: t(hasUserId ? 'userId' : 'password'), value: credential },
    ...Object.entries(settings).map(([key, value]) => ({
      name: key in settingWords ? t(settingWords[key as keyof typeof settingWords]) : key,
      value,
    })),
  ]
}
