import { Card } from '../../../ui/components/card.tsx'
import { Facts } from '../../../ui/components/facts.tsx'
import { useWords } from '../../words/language.ts'
import css from './open-agency.module.css'

/** What the fee buys, and what happens next. */
export function About() {
  const t = useWords('open-agency')
  return (
    <>
      <Card title={t('what')}>
        <div className={css.facts}>
          <Facts
            facts={[
              { icon: 'agency', title: t('factBrand'), text: t('factBrandText') },
              { icon: 'user', title: t('factUsers'), text: t('factUsersText') },
              { icon: 'wallet', title: t('factEarn'), text: t('factEarnText') },
              { icon: 'clock', title: t('factReview'), text: t('factReviewText') },
            ]}
          />
        </div>
      </Card>
      <Card title={t('afterPaying')}>
        <ol className={css.steps}>
          <li>
            <p className={css.stepTitle}>{t('afterLink')}</p>
            <p className="soft">{t('afterLinkText')}</p>
          </li>
          <li>
            <p className={css.stepTitle}>{t('console')}</p>
            <p className="soft">{t('consoleFirstText')}</p>
          </li>
          <li>
            <p className={css.stepTitle}>{t('stepShare')}</p>
            <p className="soft">{t('stepShareText')}</p>
          </li>
          <li>
            <p className={css.stepTitle}>{t('stepReview')}</p>
            <p className="soft">{t('stepReviewText')}</p>
          </li>
        </ol>
      </Card>
    </>
  )
}
