import { writeAppKey } from '../../contract/app-key.ts'
import { readPageStart } from '../../ui/device/page.ts'
import { useWords } from '../words/language.ts'
import { BRAND_CHOICES, type BrandChoice } from './brands.ts'
import css from './demo.module.css'

type Props = { brand: BrandChoice; onBrand: (brand: BrandChoice) => void }

export function DemoBar({ brand, onBrand }: Props) {
  const t = useWords('demo')
  const names = { '0': t('brandZero'), '260': t('brandDolphin'), other: t('brandOther') }
  return (
    <div className={css.bar} role="region" aria-label={t('bar')}>
      <p className={css.note}>{t('note')}</p>
      <select
        className={css.brands}
        aria-label={t('brand')}
        value={brand}
        onChange={(event) => onBrand(event.target.value as BrandChoice)}
      >
        {BRAND_CHOICES.map((choice) => (
          <option key={choice} value={choice}>
            {names[choice]}
          </option>
        ))}
      </select>
      <a className={css.register} href={registerUrl()}>
        {t('register')}
      </a>
    </div>
  )
}

/** Registers at the page's own reseller, whatever brand the demo shows. */
export function registerUrl(): string {
  return `/reg?app_key=${writeAppKey(readPageStart().brand.key)}`
}
