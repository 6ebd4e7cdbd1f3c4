import type { MerchantKeys } from '../../../../../contract/providers.ts'
import type { OpenMerchant } from '../../merchants/merchant.ts'
import type { Problems, StoredKeys } from '../provider.ts'
import { readPrivateKey, readPublicKey } from '../read-rsa.ts'
import type { Signer, Verifier } from './wechat-wire.ts'

/** `appSecret`: of the official account, which says who visits it; may be empty. */
export type WechatAccount = Signer & Verifier & { apiV3Key: string; appSecret: string }
/** Sealed as one text. */
type Secrets = Pick<WechatAccount, 'privateKey' | 'apiV3Key'> & { appSecret?: string }
type Settings = Pick<WechatAccount, 'mchId' | 'serialNo' | 'publicKeyId' | 'publicKey'>

/** What nobody typed stays. */
export function checkWechat(typed: MerchantKeys, problems: Problems, kept: OpenMerchant | null): StoredKeys {
  const before: Partial<WechatAccount> = kept ? readWechatAccount(kept) : {}
  const given = (value: string | undefined) => value?.trim() || undefined
  const privateKey = readPrivateKey(given(typed.secret) ?? before.privateKey ?? '')
  const publicKey = readPublicKey(given(typed.wechatPublicKey) ?? before.publicKey ?? '')
  const apiV3Key = given(typed.apiV3Key) ?? before.apiV3Key ?? ''
  const appSecret = given(typed.appSecret) ?? before.appSecret ?? ''
  const mchId = given(typed.mchId) ?? before.mchId ?? ''
  const serialNo = (given(typed.serialNo) ?? before.serialNo ?? '').toUpperCase()
  const publicKeyId = given(typed.wechatPublicKeyId) ?? before.publicKeyId ?? ''
  if (!privateKey) problems['secret'] = "the merchant's RSA private key, of apiclient_key.pem"
  if (!publicKey) problems['wechatPublicKey'] = "WeChat Pay's RSA public key"
  if (Buffer.byteLength(apiV3Key) !== 32) problems['apiV3Key'] = '32 characters'
  if (appSecret !== '' && !/^\w{32}$/.test(appSecret)) problems['appSecret'] = '32 characters'
  if (!/^\d{8,10}$/.test(mchId)) problems['mchId'] = '8 to 10 digits'
  if (!/^[\dA-F]{40}$/.test(serialNo)) problems['serialNo'] = '40 hexadecimal digits'
  if (!/^PUB_KEY_ID_\w{1,50}$/.test(publicKeyId)) problems['wechatPublicKeyId'] = 'begins with PUB_KEY_ID_'
  const secrets: Secrets = { privateKey: privateKey ?? '', apiV3Key, appSecret }
  const settings: Settings = { mchId, serialNo, publicKeyId, publicKey: publicKey ?? '' }
  return { secret: JSON.stringify(secrets), settings }
}

export function readWechatAccount({ secret, settings }: Pick<OpenMerchant, 'secret' | 'settings'>): WechatAccount {
  const { appSecret = '', ...secrets } = JSON.parse(secret) as Secrets
  return { ...secrets, appSecret, ...(settings as Settings) }
}
