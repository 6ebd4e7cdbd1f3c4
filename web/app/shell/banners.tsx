import { readPageStart } from '../../brand/read-brand.ts'
import { useWords } from '../../locales/language.ts'
import { useConfigState } from '../../state/config.ts'
import css from './banners.module.css'

/** What holds for every page: no real money here, or no sales for now. */
export function Banners() {
  const t = useWords('user')
  const { features, suspended } = useConfigState((state) => state.dailiConfig)
  const sandbox = features?.sandbox ?? readPageStart().sandbox
  return (
    <>
      {sandbox ? <p className={css.sandbox}>{t('sandbox')}</p> : null}
      {suspended ? <p className={css.suspended}>{t('suspended')}</p> : null}
    </>
  )
}
