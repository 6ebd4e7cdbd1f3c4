import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'

import { consoleApi } from '../../../contract/console/api.ts'
import type { OwnPrice } from '../../../contract/console/price-lists.ts'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { useTitle } from '../../features/screen/screen-title.ts'
import { Section } from '../../features/show/section.tsx'
import { Tag } from '../../features/show/tag.tsx'
import { TextButton } from '../../features/show/text-button.tsx'
import { byPackage } from '../../features/table/by-package.ts'
import { call } from '../../session/call.ts'
import { useMay } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import { BackSheet } from './back-sheet.tsx'
import { Price, Rise } from './list-prices.tsx'
import css from './price-lists.module.css'
import { WholesaleSheet } from './wholesale-sheet.tsx'

type Doing = { what: 'price' | 'back'; row: OwnPrice }

/** Everything that one reseller pays; its own prices are set and removed here. */
export default function OwnPricesScreen() {
  const t = useWords('price-lists')
  const mayWrite = useMay()('price-lists.write')
  const resellerId = Number(useParams()['id'])
  const [doing, setDoing] = useState<Doing | null>(null)
  const query = useQuery({
    queryKey: [consoleApi.priceLists.own.path, resellerId],
    queryFn: () => call(consoleApi.priceLists.own, { resellerId }),
  })
  const name = query.data?.title || t('unnamed', { number: resellerId })
  useTitle(t('ownTitle', { name }))
  const close = () => setDoing(null)
  const again = () => void query.refetch()
  return (
    <>
      <Loaded query={query} failed={t('loadFailed')} card={t('pricesTitle')} bones={<Bones count={6} height={64} />}>
        {({ rows }) => (
          <Section title={t('pricesTitle')} text={t('ownText')}>
            {byPackage(rows).map((group) => (
              <div key={group[0]!.packageId} className={css.package}>
                <h3 className={css.name}>
                  {group[0]!.packageName}
                  <span className={css.faint}>{t(group[0]!.kind)}</span>
                </h3>
                <ul>
                  {group.map((row) => (
                    <OwnRow key={row.period} row={row} onDo={mayWrite ? setDoing : null} />
                  ))}
                </ul>
              </div>
            ))}
          </Section>
        )}
      </Loaded>
      {doing?.what === 'price' ? (
        <WholesaleSheet whose={{ resellerId }} row={doing.row} onClose={close} onDone={again} />
      ) : null}
      {doing?.what === 'back' ? (
        <BackSheet resellerId={resellerId} row={doing.row} onClose={close} onDone={again} />
      ) : null}
    </>
  )
}

function OwnRow({ row, onDo }: { row: OwnPrice; onDo: ((doing: Doing) => void) | null }) {
  const t = useWords('price-lists')
  const name = { name: row.packageName, period: t(row.period) }
  return (
    <li className={css.row}>
      <span className={css.period}>
        {t(row.period)} <Tag tone={row.isOwn ? 'warn' : 'plain'}>{t(row.isOwn ? 'own' : 'ofList')}</Tag>
      </span>
      <Price label={t('colWholesale')} fen={row.wholesaleFen} isMain />
      <Price label={t('colRetail')} fen={row.retailFen} />
      <Rise row={row} />
      {onDo ? (
        <span className={css.actions}>
          {row.isOwn ? (
            <TextButton tone="quiet" label={t('backTitle', name)} onClick={() => onDo({ what: 'back', row })}>
              {t('backToList')}
            </TextButton>
          ) : null}
          <TextButton label={t('editOf', name)} onClick={() => onDo({ what: 'price', row })}>
            {t(row.isOwn ? 'edit' : 'setOwn')}
          </TextButton>
        </span>
      ) : null}
    </li>
  )
}
