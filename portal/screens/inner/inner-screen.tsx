import { useState } from 'react'
import { Link } from 'react-router'

import { Button } from '../../../ui/components/auth/button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { LanguageRow } from '../../../ui/components/auth/language-row.tsx'
import { chooseLanguage } from '../../../ui/components/look.ts'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { copyText } from '../../../ui/device/copy-or-save.ts'
import { useLanguage } from '../../../ui/words/word-store.ts'
import { OpenPage } from '../../features/sign-in/open-page.tsx'
import { useWords } from '../../words/language.ts'
import css from './inner-screen.module.css'
import { reportText } from './report.ts'
import { useReport } from './use-report.ts'

/** Facts that a user reads out to support. */
export default function InnerScreen() {
  const t = useWords('inner')
  const language = useLanguage()
  const { groups, isMeasuring, measure } = useReport()
  const [canCopy, setCanCopy] = useState(true)
  const text = reportText(groups)

  async function copy(): Promise<void> {
    const copied = await copyText(text)
    setCanCopy(copied)
    if (copied) showMessage('success', t('copied'))
  }

  return (
    <OpenPage
      title={t('title')}
      bottom={
        <div className={css.actions}>
          <Button look="quiet" busy={isMeasuring} onClick={() => void measure()}>
            {isMeasuring ? t('measuring') : t('again')}
          </Button>
          <Button onClick={() => void copy()}>{t('copy')}</Button>
        </div>
      }
    >
      <p className={css.intro}>{t('intro')}</p>
      <div className={css.groups}>
        {groups.map(({ title, rows }) => (
          <section key={title} className={css.card}>
            <h2 className={css.group}>{title}</h2>
            <dl>
              {rows.map(({ label, value }) => (
                <div key={label} className={css.row}>
                  <dt>{label}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      {canCopy ? null : (
        <>
          <Callout tone="info">{t('copyFailed')}</Callout>
          <textarea ref={selectAll} className={css.text} readOnly rows={8} value={text} aria-label={t('report')} />
        </>
      )}
      <nav className={css.other}>
        <Link to="/login">{t('back')}</Link>
        <LanguageRow current={language} onChoose={(next) => void chooseLanguage(next)} />
      </nav>
    </OpenPage>
  )
}

/** Also scrolls it into view. */
function selectAll(area: HTMLTextAreaElement | null): void {
  area?.focus()
  area?.select()
}
