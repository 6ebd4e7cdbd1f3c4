import type { ListEntry } from '../../../contract/console/price-lists.ts'
import { staffLimits } from '../../../contract/console/staff-limits.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { EmptyPart } from '../../../ui/components/empty-part.tsx'
import { StateWord } from '../../../ui/components/state-word.tsx'
import { dateText } from '../../../ui/words/date-text.ts'
import { Money, moneyText } from '../../features/show/money.tsx'
import { Section } from '../../features/show/section.tsx'
import { TextButton } from '../../features/show/text-button.tsx'
import { byPackage } from '../../features/table/by-package.ts'
import { useWords } from '../../words/language.ts'
import css from './price-lists.module.css'

type Props = {
  rows: readonly ListEntry[]
  mayWrite: boolean
  onAdd: () => void
  onRename: () => void
  onPrice: (row: ListEntry) => void
}

/** Every package with the price of each period, and future rises. */
export function ListPrices({ rows, mayWrite, onAdd, onRename, onPrice }: Props) {
  const t = useWords('price-lists')
  const tools = (
    <span className={css.tools}>
      <TextButton tone="quiet" onClick={onRename}>
        {t('rename')}
      </TextButton>
      {rows.length > 0 ? <TextButton onClick={onAdd}>{t('addPrice')}</TextButton> : null}
    </span>
  )
  const kindText = ({ kind, trialDays, trialPaidBy }: ListEntry) =>
    trialDays === null
      ? t(kind)
      : t(trialPaidBy === 'platform' ? 'trialPlatform' : 'trialReseller', { days: trialDays })
  return (
    <Section
      title={t('pricesTitle')}
      text={t('pricesText', { days: staffLimits.wholesaleNoticeDays })}
      end={mayWrite ? tools : null}
    >
      {rows.length === 0 ? (
        <EmptyPart topic="shop" title={t('empty')} text={t('emptyText')}>
          {mayWrite ? (
            <ActionButton tone="quiet" icon="plus" onClick={onAdd}>
              {t('addPrice')}
            </ActionButton>
          ) : null}
        </EmptyPart>
      ) : (
        byPackage(rows).map((group) => (
          <div key={group[0]!.packageId} className={css.package}>
            <h3 className={css.name}>
              {group[0]!.packageName}
              <span className={css.faint}>{kindText(group[0]!)}</span>
              {group[0]!.isListed ? null : <StateWord tone="off">{t('unlisted')}</StateWord>}
            </h3>
            <ul>
              {group.map((row) => (
                <li key={row.period} className={css.row}>
                  <span className={css.period}>{t(row.period)}</span>
                  <Price label={t('colWholesale')} fen={row.wholesaleFen} isMain />
                  <Price label={t('colSuggested')} fen={row.suggestedRetailFen} />
                  <Rise row={row} />
                  {mayWrite ? (
                    <TextButton
                      label={t('editOf', { name: row.packageName, period: t(row.period) })}
                      onClick={() => onPrice(row)}
                    >
                      {t('edit')}
                    </TextButton>
                  ) : null}
                </li>
              ))}
            </ul>
          </div>
        ))
      )}
    </Section>
  )
}

export function Price({ label, fen, isMain = false }: { label: string; fen: number | null; isMain?: boolean }) {
  return (
    <span className={css.figure} data-main={isMain}>
      <span className={css.label}>{label}</span>
      {fen === null ? <span className={css.faint}>—</span> : <Money fen={fen} />}
    </span>
  )
}

type Coming = { nextWholesaleFen: number | null; nextFrom: string | null }

export function Rise({ row: { nextWholesaleFen, nextFrom } }: { row: Coming }) {
  const t = useWords('price-lists')
  return (
    <span className={css.rises}>
      {nextWholesaleFen === null || nextFrom === null
        ? null
        : t('rises', { date: dateText(nextFrom), amount: moneyText(nextWholesaleFen) })}
    </span>
  )
}
