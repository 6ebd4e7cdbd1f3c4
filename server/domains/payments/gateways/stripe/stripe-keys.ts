import type { MerchantKeys } from '../../../../../contract/providers.ts'
import type { OpenMerchant } from '../../merchants/merchant.ts'
import type { Problems, StoredKeys } from '../provider.ts'
import { currencies, isRate, YUAN, type Terms } from './currency.ts'

/** Sealed as one text. */
type Secrets = { key: string; hookSecret: string }
export type StripeAccount = Secrets & Terms & { isLive: boolean }

/** What nobody typed stays: Stripe shows a key only once. */
export function checkStripe(typed: MerchantKeys, problems: Problems, kept: OpenMerchant | null): StoredKeys {
  const before = kept && readStripeAccount(kept)
  const key = typed.secret?.trim() || before?.key || ''
  const hookSecret = typed.hookSecret?.trim() || before?.hookSecret || ''
  const currency = (typed.currency?.trim() || before?.currency || YUAN).toLowerCase()
  const rate = typed.rate?.trim() || before?.rate || ''
  if (!/^(sk|rk)_(live|test)_\w{8,200}$/.test(key)) problems['secret'] = 'begins with sk_live_ or rk_live_'
  // Added afterwards: only then the address for it is known.
  if (hookSecret !== '' && !/^whsec_[\w+/=]{8,200}$/.test(hookSecret)) problems['hookSecret'] = 'begins with whsec_'
  if (!currencies.includes(currency)) problems['currency'] = currencies.join(', ')
  if (currency !== YUAN && !isRate(rate)) problems['rate'] = 'yuan for one unit of the currency'
  const secrets: Secrets = { key, hookSecret }
  return { secret: JSON.stringify(secrets), settings: { currency, rate: currency === YUAN ? '' : rate } }
}

export function readStripeAccount({ secret, settings }: Pick<OpenMerchant, 'secret' | 'settings'>): StripeAccount {
  const secrets = JSON.parse(secret) as Secrets
  const { currency = YUAN, rate = '' } = settings as Partial<Terms>
  return { ...secrets, currency, rate, isLive: /^(sk|rk)_live_/.test(secrets.key) }
}
