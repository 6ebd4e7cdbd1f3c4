import { useBuild } from '../http/exchange.ts'
import { Banner } from './banner.tsx'

/** Shown when the server serves another build than this page's. */
export function UpdateBanner({ text, button, onReload }: { text: string; button: string; onReload: () => void }) {
  const isOutdated = useBuild((state) => state.isOutdated)
  return isOutdated ? <Banner text={text} button={button} onPress={onReload} /> : null
}
