import { useEffect } from 'react'

import { useBrand } from '../../state/brand.ts'
import { useWords } from '../../words/language.ts'

/** The tab tells too: somebody on call has others in front of it. */
export function useAlertTitle(count: number): void {
  const t = useWords('monitor')
  const brandTitle = useBrand((brand) => brand.title)
  const name = `${t('title')} · ${brandTitle}`
  const title = count > 0 ? `(${count}) ${name}` : name
  useEffect(() => {
    document.title = title
    return () => {
      document.title = brandTitle
    }
  }, [title, brandTitle])
}
