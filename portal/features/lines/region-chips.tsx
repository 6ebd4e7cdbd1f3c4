import { FilterChips } from '../../../ui/components/filter-chips.tsx'
import { regionText, Flag } from '../../../ui/components/flag.tsx'
import { useLanguage } from '../../../ui/words/word-store.ts'
import { useWords } from '../../words/language.ts'

type Props = {
  regions: readonly { region: string; count: number }[]
  /** Empty: all regions. */
  value: string
  onChange: (region: string) => void
}

/** Renders nothing when there is nothing to choose. */
export function RegionChips({ regions, value, onChange }: Props) {
  const t = useWords('user')
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

/** Regions of a list in order of first appearance, with their counts. */
export function regionsOf(items: readonly { region: string }[]): { region: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const { region } of items) counts.set(region, (counts.get(region) ?? 0) + 1)
  return [...counts].map(([region, count]) => ({ region, count }))
}

/** The same items grouped by region; the order inside a region stays. */
export function byRegion<T extends { region: string }>(items: readonly T[]): T[] {
  return regionsOf(items).flatMap(({ region }) => items.filter((item) => item.region === region))
}
