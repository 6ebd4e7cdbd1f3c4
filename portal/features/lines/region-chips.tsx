import { useWords } from '../../words/language.ts'
import { useLanguage } from '../../../ui/words/word-store.ts'
import { regionText } from '../../../ui/words/region-text.ts'
import { FilterChips } from '../../../ui/components/filter-chips.tsx'
import { Flag } from '../../../ui/components/flag.tsx'

type Props = {
  regions: readonly { region: string; count: number }[]
  /** Empty: all of them. */
  value: string
  onChange: (region: string) => void
}

/** Nothing while there is nothing to choose between. */
export function RegionChips({ regions, value, onChange }: Props) {
  const t = useWords('lines')
  const language = useLanguage()
  if (regions.length < 2) return null
  const total = regions.reduce((sum, { count }) => sum + count, 0)
  const options = [
    { value: '', label: t('allRegions'), count: total },
    ...regions.map(({ region, count }) => ({
      value: region,
      label: regionText(region, language),
      count,
      sign: <Flag region={region} size={21} />,
    })),
  ]
  return <FilterChips label={t('byRegion')} options={options} value={value} onChange={onChange} />
}
