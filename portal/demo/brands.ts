import { type Brand, brandOf } from '../../contract/brand.ts'
import type { DailiConfig } from '../../contract/resellers.ts'
import { readPageStart } from '../../ui/device/page.ts'
import { showBrand } from '../state/brand.ts'
import { useConfigState } from '../state/config.ts'

/** No reseller has this key, so the third rule appears unchanged. */
const NOBODY = 999_999_999

export type BrandChoice = '0' | '260' | 'other'
export const BRAND_CHOICES: readonly BrandChoice[] = ['0', '260', 'other']

/** The page was served with one of the first two brands; a reseller's own brand is the third. */
export function firstChoice(): BrandChoice {
  const { key } = readPageStart().brand
  return key === 0 ? '0' : key === 260 ? '260' : 'other'
}

export function chooseBrand(choice: BrandChoice): void {
  const brand = brandOfChoice(choice)
  const { setDailiKey, setWhiteList, setDailiConfig } = useConfigState.getState()
  setDailiKey(brand.key)
  setWhiteList([brand.key])
  setDailiConfig(configOf(brand))
  showBrand(brand)
}

export function configOfDemo(key: number): DailiConfig {
  return configOf(brandOfChoice(key === 0 ? '0' : key === 260 ? '260' : 'other'))
}

function brandOfChoice(choice: BrandChoice): Brand {
  const served = readPageStart().brand
  if (choice === firstChoice()) return served
  return brandOf(choice === 'other' ? NOBODY : Number(choice))
}

export function configOf({ key, title, icon, accent, balanceName }: Brand): DailiConfig {
  return {
    daili_id: key,
    title,
    icon,
    accent,
    balanceName,
    suspended: false,
    contact: 'help@example.com',
    operatorContact: null,
    kf_url: '/hosted/help',
    jc_url: '/hosted/tutorial',
    agreement_url: '/hosted/agreement',
    message_url: '/hosted/notices/sample',
    usage_url: '/hosted/usage',
    features: { onlinePay: true, openAgency: true, mail: true, sandbox: false },
  }
}
