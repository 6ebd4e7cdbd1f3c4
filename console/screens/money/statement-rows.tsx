import type { Statement } from '../../../contract/console/money.ts'
import { FactRows } from '../../features/show/fact-rows.tsx'
import { Money } from '../../features/show/money.tsx'
import { Section } from '../../features/show/section.tsx'
import { useWords } from '../../words/language.ts'
import { entryWord } from './entry-word.ts'
import css from './money.module.css'

type Props = { statement: Statement }

export function OwnPart({ statement: { openingFen, closingFen, kinds } }: Props) {
  const t = useWords('money')
  return (
    <Section title={t('ownPart')} text={t('ownText')}>
      <FactRows
        rows={[
          { name: t('opening'), value: <Money fen={openingFen} /> },
          ...kinds.map(({ kind, amountFen }) => ({
            name: entryWord(t, kind),
            value: <Money fen={amountFen} isEntry />,
          })),
          { name: t('closing'), value: <Money fen={closingFen} />, isSum: true },
        ]}
      />
    </Section>
  )
}

export function SalesPart({ statement: { sales } }: Props) {
  const t = useWords('money')
  const { count, priceFen, liabilitySettledFen, wholesaleFen, commissionFen } = sales
  const taken = (fen: number) => <Money fen={0 - fen} isEntry />
  return (
    <Section title={t('salesPart')} end={<span className={css.faint}>{t('salesCount', { count })}</span>}>
      <FactRows
        rows={[
          { name: t('price'), value: <Money fen={priceFen} /> },
          { name: t('liabilitySettled'), value: taken(liabilitySettledFen) },
          { name: t('wholesale'), value: taken(wholesaleFen) },
          { name: t('commission'), value: taken(commissionFen) },
          {
            name: t('salesSum'),
            value: <Money fen={priceFen - liabilitySettledFen - wholesaleFen - commissionFen} />,
            isSum: true,
          },
        ]}
      />
    </Section>
  )
}

export function BesidePart({ statement: { beside } }: Props) {
  const t = useWords('money')
  const rows = [
    { name: t('cards'), span: beside.cards },
    { name: t('payoutHold'), span: beside.payout_hold },
    { name: t('bulkHold'), span: beside.bulk_hold },
    { name: t('liability'), span: beside.liability },
  ]
  return (
    <Section title={t('besidePart')}>
      <table className={css.beside}>
        <thead>
          <tr>
            <th scope="col">{t('account')}</th>
            <th scope="col">{t('opening')}</th>
            <th scope="col">{t('change')}</th>
            <th scope="col">{t('closing')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, span }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td data-label={t('opening')}>
                <Money fen={span.openingFen} />
              </td>
              <td data-label={t('change')}>
                <Money fen={span.changeFen} isEntry />
              </td>
              <td data-label={t('closing')}>
                <Money fen={span.closingFen} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}
